"""A module's functions, each written otherwise in one place: what a slip of the pen would make of a rule."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import CodeType

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """One function with one change."""

    function: str
    """Its qualified name."""
    line: int
    what: str
    """E.g. `< becomes <=`."""
    code: CodeType


def mutants(source: str, file: str, clauses: tuple[str, ...] = ()) -> Iterator[Mutant]:
    """Every mutant of the functions of a module. Texts of refusals, `strict=` and what stands outside functions stay as they are.

    `clauses`: names of the members of `Clause`; a citation becomes the next one's.
    """
    count = sum(1 for _ in _places(ast.parse(source), clauses))
    for number in range(count):
        tree = ast.parse(source)
        function, line, what, change = next(place for n, place in enumerate(_places(tree, clauses)) if n == number)
        change()
        module = compile(ast.fix_missing_locations(tree), file, "exec")
        if (code := _code_of(module, function)) is not None:
            yield Mutant(function, line, what, code)


def _code_of(module: CodeType, function: str) -> CodeType | None:
    waiting = [module]
    while waiting:
        code = waiting.pop()
        if code.co_qualname == function:
            return code
        waiting += [const for const in code.co_consts if isinstance(const, CodeType)]
    return None


Place = tuple[str, int, str, "Change"]


@dataclass(slots=True)
class Change:
    """What to do to the tree; called at most once."""

    target: object
    name: str
    value: object

    def __call__(self) -> None:
        """Do it."""
        if isinstance(self.target, list):
            assert isinstance(self.name, str)
            self.target[int(self.name)] = self.value
        else:
            setattr(self.target, self.name, self.value)


def _places(tree: ast.Module, clauses: tuple[str, ...]) -> Iterator[Place]:
    for function, node in _functions(tree):
        fixed = {id(default) for default in (*node.args.defaults, *node.args.kw_defaults)}
        fixed |= {id(word.value) for word in ast.walk(node) if isinstance(word, ast.keyword) and word.arg == "strict"}
        for part in ast.walk(node):
            if part is not node.args and id(part) not in fixed:
                for what, change in _changes(part, clauses):
                    yield function, getattr(part, "lineno", node.lineno), what, change


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, _without_extras(node)
        elif isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    yield f"{node.name}.{inner.name}", _without_extras(inner)


def _without_extras(node: ast.FunctionDef) -> ast.FunctionDef:
    """The function without annotations, which nothing of its work hangs on."""
    node.returns = None
    for arg in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        arg.annotation = None
    return node


def _changes(node: ast.AST, clauses: tuple[str, ...]) -> Iterator[tuple[str, Change]]:
    match node:
        case ast.Compare():
            yield from _of_compare(node)
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield f"{_name(node.op)} becomes {_name(other)}", Change(node, "op", other)
        case ast.UnaryOp(op=ast.Not()):
            yield "not is dropped", Change(node, "operand", ast.UnaryOp(ast.Not(), node.operand))
        case ast.BinOp() | ast.AugAssign() if type(node.op) in COUNTED and not _is_text(node):
            yield f"{_name(node.op)} becomes {_name(COUNTED[type(node.op)]())}", Change(node, "op", COUNTED[type(node.op)]())
        case ast.Constant(value=bool() as truth):
            yield f"{truth} becomes {not truth}", Change(node, "value", not truth)
        case ast.Constant(value=int() as number):
            yield f"{number} becomes {number + 1}", Change(node, "value", number + 1)
        case ast.If() | ast.IfExp() | ast.While():
            yield "the condition is turned round", Change(node, "test", ast.UnaryOp(ast.Not(), node.test))
        case ast.comprehension():
            for at, condition in enumerate(node.ifs):
                yield "the filter is turned round", Change(node.ifs, str(at), ast.UnaryOp(ast.Not(), condition))
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            nothing = ast.IfExp(ast.Constant(False), node.value, ast.Constant(None))
            yield "nothing is yielded", Change(node, "value", nothing)
        case ast.Call():
            yield from _of_call(node)
        case ast.Attribute(value=ast.Name(id="Clause")) if node.attr in clauses:
            other_clause = clauses[(clauses.index(node.attr) + 1) % len(clauses)]
            yield f"{node.attr} becomes {other_clause}", Change(node, "attr", other_clause)


def _of_compare(node: ast.Compare) -> Iterator[tuple[str, Change]]:
    for at, op in enumerate(node.ops):
        for other in COMPARED[type(op)]:
            yield f"{_name(op)} becomes {_name(other())}", Change(node.ops, str(at), other())
    for side in (node.left, *node.comparators):
        if isinstance(side, ast.Constant) and isinstance(side.value, str):
            yield f"{side.value!r} becomes another word", Change(side, "value", f"{side.value}?")


def _of_call(node: ast.Call) -> Iterator[tuple[str, Change]]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLED:
        yield f"{node.func.id} becomes {CALLED[node.func.id]}", Change(node.func, "id", CALLED[node.func.id])
    if isinstance(node.func, ast.Name) and node.func.id == "replace":
        for at, word in enumerate(node.keywords):
            if word.arg is not None:
                yield f"{word.arg} stays as it was", Change(node, "keywords", node.keywords[:at] + node.keywords[at + 1 :])


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    return isinstance(node, ast.BinOp) and any(isinstance(side, ast.JoinedStr) for side in (node.left, node.right))


def _name(op: ast.AST) -> str:
    return type(op).__name__
