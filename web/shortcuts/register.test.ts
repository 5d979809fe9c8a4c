import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from '../texts/en/index.ts'
import { ru } from '../texts/ru/index.ts'
import { capsOf, pressOf, SHORTCUTS } from './register.ts'

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test.each([
  ['Russian', { code: 'KeyJ', key: 'о' }, 'KeyJ'],
  ['Russian, Ctrl', { code: 'KeyK', key: 'л', ctrlKey: true }, 'Ctrl+KeyK'],
  [
    'Russian, Cmd and Shift',
    { code: 'KeyZ', key: 'Я', metaKey: true, shiftKey: true },
    'Ctrl+Shift+KeyZ',
  ],
  ['Russian, where English has "/"', { code: 'Slash', key: '.' }, 'Slash'],
  ['Russian, where English has "?"', { code: 'Slash', key: ',', shiftKey: true }, 'Shift+Slash'],
  ['French: the letter that its key shows', { code: 'KeyQ', key: 'a', ctrlKey: true }, 'Ctrl+KeyA'],
  ['German: "/" is above 7', { code: 'Digit7', key: '/', shiftKey: true }, 'Slash'],
  ['a digit of the number pad', { code: 'Numpad3', key: '3' }, 'Digit3'],
  ['Enter of the number pad', { code: 'NumpadEnter', key: 'Enter' }, 'Enter'],
])('a key is known on any layout: %s', (_, event, press) => {
  expect(pressOf({ ...NONE, ...event })).toBe(press)
})

test('every registered shortcut is in the help sheet, in both languages', () => {
  const registered = Object.entries(SHORTCUTS).map(([section, all]) => [section, Object.keys(all)])
  for (const { shortcuts } of [en, ru]) {
    const shown = Object.entries(shortcuts.actions).map(([section, all]) => [
      section,
      Object.keys(all),
    ])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(registered))
  }
  expect(capsOf('Ctrl+KeyK')).toEqual(['Ctrl', 'K'])
  expect(capsOf('KeyG KeyT')).toEqual(['G', 'T'])
})

/** Code that has a key of its own, which no help sheet would know. */
const LISTENING =
  /useHotkeys|(window|document)\.addEventListener\('key|\bevent\.key\b|\.keyCode\b|\bkey [!=]== '[A-Z ]|\bArrow(Up|Down|Left|Right)\b|'(Escape|Page(Up|Down)|F2)'/

test('every key that does something is a shortcut of the register', () => {
  const found = globSync('web/**/*.{ts,tsx}')
    .filter((path) => !/^web\/(shortcuts|dist)\/|\.test\.|type-ahead/.test(path))
    .flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => LISTENING.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )

  expect(found).toEqual([])
})
