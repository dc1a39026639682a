"""Dice: pips, emblems and numerals."""
