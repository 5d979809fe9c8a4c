const BROWSERS: [name: string, found: RegExp][] = [
  ['Edge', /Edg/],
  ['Opera', /OPR\//],
  ['Yandex', /YaBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS|Chromium/],
  ['Safari', /Safari/],
]
const SYSTEMS: [name: string, found: RegExp][] = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux|X11/],
]

const nameIn = (list: [string, RegExp][], agent: string): string | undefined =>
  list.find(([, found]) => found.test(agent))?.[0]

/** “Chrome, Windows” of what a browser calls itself; what is no browser stays as it is. */
export function agentName(agent: string): string {
  const browser = nameIn(BROWSERS, agent)
  return browser ? [browser, nameIn(SYSTEMS, agent)].filter(Boolean).join(', ') : agent
}
