import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const documents = globSync(['*.md', 'docs/**/*.md'])

/** Fenced blocks hold no links and no headings. */
const proseOf = (path: string): string =>
  readFileSync(path, 'utf8').replaceAll(/^```.*?^```/gms, '')

/** The anchors of headings as GitHub names them; a second one of the same text gets a number. */
function anchorsOf(path: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, title = ''] of proseOf(path).matchAll(/^#+ +(.*)$/gm)) {
    const shown = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim()
    const name = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
    let anchor = name
    for (let number = 1; anchors.has(anchor); number++) anchor = `${name}-${number}`
    anchors.add(anchor)
  }
  return anchors
}

function isBroken(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? from : join(dirname(from), decodeURI(path))
  if (!existsSync(target)) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
}

test.each(documents)('every relative link of %s leads somewhere, its anchor too', (path) => {
  const links = Array.from(proseOf(path).matchAll(/\]\(([^)\s]+)\)/g), ([, link = '']) => link)
  const relative = links.filter((link) => !/^([a-z]+:|\/)/.test(link))

  expect(relative.filter((link) => isBroken(path, link))).toEqual([])
})
