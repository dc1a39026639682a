// Makes a part of the page what its new HTML says and touches only what differs: the browser draws little anew, and what is looked at stays.
const FIELDS = "input:not([type=hidden]),select,textarea", WHOLE = new Set(["IMG", "SELECT", "TEMPLATE"]);

export function renew(part, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  children(part, fresh.content);
}

function children(old, fresh) {
  const known = new Map([...old.children].filter(key).map(each => [key(each), each]));
  let at = old.firstChild;
  for (const node of [...fresh.childNodes]) {
    const same = known.get(key(node)) ?? at;
    if (!same || !become(same, node)) { old.insertBefore(node, at); continue; }
    if (same === at) at = at.nextSibling; else old.insertBefore(same, at);
  }
  while (at) { const next = at.nextSibling; at.remove(); at = next; }
}

// Whether `old` is now what `node` is. Fields that differ are made anew, since what was typed belongs to a name and not to a place.
function become(old, node) {
  if (old.nodeType !== node.nodeType || old.nodeName !== node.nodeName || key(old) !== key(node)) return false;
  if (old.isEqualNode(node)) return true;
  if (old.nodeType !== Node.ELEMENT_NODE) { old.data = node.data; return true; }
  if (WHOLE.has(old.nodeName) || old.matches(FIELDS) || old.querySelector(FIELDS) || node.querySelector(FIELDS)) return false;
  for (const { name } of [...old.attributes]) if (!node.hasAttribute(name) && !isFolding(old, name)) old.removeAttribute(name);
  for (const { name, value } of node.attributes) if (old.getAttribute(name) !== value && !isFolding(old, name)) old.setAttribute(name, value);
  children(old, node);
  return true;
}

// What people opened stays open.
function isFolding(element, name) { return name === "open" && element.nodeName === "DETAILS"; }

function key(node) { return node.dataset?.seq; }
