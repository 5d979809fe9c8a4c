import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { KEY_FILE, makeSecrets, readSecrets, Secrets } from './secrets.ts'

const OLD = 'an old key that is long enough to be one'
const NEW = 'a new key that is long enough to be one!'
const folder = await mkdtemp(join(tmpdir(), 'kontor-secrets-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a sealed secret is a different text each time, and can be opened', () => {
  const secrets = new Secrets(OLD)

  const [one, two] = [secrets.seal('whsec_ü'), secrets.seal('whsec_ü')]

  expect(one).not.toBe(two)
  expect(one).not.toContain('whsec')
  expect([secrets.open(one), secrets.open(two)]).toEqual(['whsec_ü', 'whsec_ü'])
})

test('a secret in plain text, as migrations make it, is returned unchanged', () => {
  expect(new Secrets(OLD).open('whsec_plain')).toBe('whsec_plain')
})

test('a modified sealed text cannot be opened', () => {
  const sealed = new Secrets(OLD).seal('whsec_a')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')

  expect(() => new Secrets(OLD).open(changed)).toThrow()
})

test('a new key replaces the old one, which can still open secrets while it is listed', () => {
  const sealed = new Secrets(OLD).seal('whsec_a')
  const both = new Secrets(NEW, OLD)

  expect(() => new Secrets(NEW).open(sealed)).toThrow(/sealed with the key [0-9a-f]{8}/)
  const again = both.reseal(sealed)

  expect(both.reseal(again)).toBe(again)
  expect(new Secrets(NEW).open(again)).toBe('whsec_a')
})

test('without a key nothing can be sealed, and reading creates none', async () => {
  const none = await readSecrets(readConfig({ KONTOR_DATA: folder }))

  expect(await readdir(folder)).toEqual([])
  expect(() => none.seal('a')).toThrow('there is no key that seals secrets')
  expect(none.canOpen(new Secrets(OLD).seal('a'))).toBe(false)
})

test('without KONTOR_SECRET a key file is created once, readable only by its owner', async () => {
  const config = readConfig({ KONTOR_DATA: folder })

  const [first, second] = await Promise.all([makeSecrets(config), makeSecrets(config)])

  const { mode } = await stat(join(folder, KEY_FILE))
  expect(mode & 0o777).toBe(0o600)
  expect((await readFile(join(folder, KEY_FILE), 'utf8')).trim()).toHaveLength(43)
  expect(second.open(first.seal('a'))).toBe('a')
})

test('a short KONTOR_SECRET is refused', () => {
  expect(() => readConfig({ KONTOR_SECRET: 'short' })).toThrow('at least 32 characters')
  expect(() => readConfig({ KONTOR_SECRET: `${OLD},short` })).toThrow('at least 32 characters')
})
