import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { say } from '../src/commands/say.ts'
import { launch, NO_BROWSER } from '../test/chromium.ts'
import { drawnModel, pictureOf, SECTIONS } from './elements.ts'

/** Pictures of elements, drawn by bpmn-js as in the console: `npm run pictures`. */
const VIEWER = createRequire(import.meta.url).resolve('bpmn-js/dist/bpmn-viewer.production.min.js')

/** Without what is only there for the mouse, and with ids that are the same in every run. */
const SAVE = `async ({ xml, element, title }) => {
  document.body.innerHTML = '<div id="host" style="width: 1200px; height: 600px"></div>'
  const viewer = new BpmnJS({ container: '#host' })
  await viewer.importXML(xml)
  const { svg } = await viewer.saveSVG()
  viewer.destroy()
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  for (const each of picture.querySelectorAll('.djs-hit, .djs-outline')) each.remove()
  for (const shape of picture.querySelectorAll('[data-element-id="' + element + '"] > .djs-visual > *:first-child'))
    shape.style.fill = '#fff3bf'
  picture.style.background = '#fff'
  const name = document.createElementNS('http://www.w3.org/2000/svg', 'title')
  name.textContent = title
  picture.prepend(name)
  return new XMLSerializer().serializeToString(picture)
}`

const browser = await launch()
if (!browser) throw new Error(NO_BROWSER)
try {
  const page = await browser.newPage()
  await page.addScriptTag({ content: await readFile(VIEWER, 'utf8') })
  for (const section of SECTIONS) {
    const file = join('docs', pictureOf(section))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, await draw(page, section))
    say(file)
  }
} finally {
  await browser.close()
}

type Drawn = { title: string; model: string; element: string }

async function draw(page: Page, { title, model, element }: Drawn): Promise<string> {
  const asked = JSON.stringify({ xml: await drawnModel(model), element, title })
  const svg = (await page.evaluate(`(${SAVE})(${asked})`)) as string
  return `${withSteadyIds(svg)}\n`
}

/** The library makes up ids of markers. */
function withSteadyIds(svg: string): string {
  const ids = new Map<string, string>()
  for (const [, id = ''] of svg.matchAll(/<marker[^>]*\bid="([^"]+)"/g))
    ids.set(id, `marker-${ids.size + 1}`)
  return [...ids].reduce((text, [id, steady]) => text.replaceAll(id, steady), svg)
}
