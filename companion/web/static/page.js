// The page's own behaviour: everything is drawn by the server, this only swaps parts, sends taps and opens sheets.
import { connect } from "./live.js";
import { wireActions } from "./actions.js";
import { wireKeys } from "./keys.js";
import { wireSheets } from "./sheets.js";
import { wireTimers } from "./timer.js";
import { wireBoard } from "./board.js";
import { wirePhotos } from "./photo.js";

wireSheets();
wireActions();
wireKeys();
wireTimers();
wireBoard();
wirePhotos();
connect();
document.dispatchEvent(new Event("page-wired"));
