import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { newDatabase, newFolder } from '../app.ts'
import { backupOf } from '../archives.ts'
import { nameAttacks, zipAttacks } from './archives.ts'
import type { Attack, Bait } from './attack.ts'
import { backupAttacks } from './backups.ts'
import { openDoors } from './doors.ts'
import { csvAttacks, docxAttacks, xlsxAttacks } from './office.ts'
import { pdfAttacks } from './pdf.ts'
import { listDependencies, listReaders, OTHERS, PARSERS, READERS } from './readers.ts'
import { bpmnAttacks, dmnAttacks, metadataAttacks, samlAttacks, yamlAttacks } from './texts.ts'

/** Nobody may come here. */
const visits: string[] = []
const elsewhere = createServer((request, response) => {
  visits.push(request.url ?? '')
  response.end()
})
await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
afterAll(() => elsewhere.close())

const bait: Bait = {
  file: join(await newFolder(), 'secret.txt'),
  secret: 'the secret of the machine',
  url: `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/evil`,
}
await writeFile(bait.file, bait.secret)

const HEAD = { name: 'package.json', content: '{"title":"Trips"}' }
const PART = { name: 'appViews/manifest.json', content: '{"entities":[]}' }

const ATTACKS: Record<string, Attack[]> = {
  bpmn: bpmnAttacks(bait),
  dmn: dmnAttacks(bait),
  saml: samlAttacks(bait),
  metadata: metadataAttacks(bait),
  yaml: yamlAttacks(),
  docx: docxAttacks(bait),
  xlsx: xlsxAttacks(bait),
  csv: csvAttacks(),
  pdf: pdfAttacks(bait),
  package: [...zipAttacks([HEAD, PART], PART.name), ...nameAttacks([HEAD, PART])],
  backup: await backupAttacks(await backupOf(await newDatabase()), bait.file),
}

const doors = await openDoors()
const MOST_MEMORY = 1024 ** 3

describe.each(Object.entries(doors).filter(([, { formats }]) => formats.length > 0))(
  '%s',
  (_, { formats, onlyKeeps, send }) => {
    const cells = formats.flatMap((format) =>
      (ATTACKS[format] ?? []).map((attack) => [format, attack.name, attack] as const),
    )
    test.each(cells)('%s: %s', async (format, __, { content, isHarmless }) => {
      const before = process.memoryUsage.rss()

      const { isRefused, words } = await send(content, format)

      if (!isHarmless && !onlyKeeps)
        expect([isRefused, words.slice(0, 300)]).toEqual([true, expect.anything()])
      if (isRefused) expect(words).toMatch(/[a-z]{2,} [a-z]{2,}/i)
      expect(words).not.toContain(bait.secret)
      expect(visits).toEqual([])
      expect(process.memoryUsage.rss() - before).toBeLessThan(MOST_MEMORY)
      expect(await doors['the server']?.send(content, format)).toMatchObject({ isRefused: false })
    })
  },
)

test('whoever uses a parser is in the table', () => {
  expect(listReaders()).toEqual(Object.keys(READERS).sort())
  const used = Object.values(READERS).flatMap((ways) =>
    ways.flatMap((way) => ('door' in way ? [way.door] : [])),
  )
  expect(used.filter((name) => !(name in doors))).toEqual([])
})

test('every package is known to read files, or not to', () => {
  expect(listDependencies().sort()).toEqual([...PARSERS, ...OTHERS].sort())
})
