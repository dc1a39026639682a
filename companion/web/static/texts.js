// The texts that scripts speak, from the server's catalogue.
const texts = JSON.parse(document.body.dataset.texts);

export function t(key, values = {}) {
  return texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
