import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** What people meet on many pages looks and works the same on each, because it is one piece of code. */
const ONLY: [what: string, written: RegExp, places: RegExp][] = [
  [
    'an input of days',
    /'@mantine\/dates'|type="date|type="month/,
    /^web\/fields\/date-input\.tsx$/,
  ],
  ['an input of times', /type="time/, /^web\/components\/time-input\.tsx$/],
  ['a colour of a state', /\bhue="|HUES\b.*[:=] \{/, /^$/],
  ['a colour of what is late', /--late|data-late=|isLate\b/, /^web\/pages\/(tasks|team)\//],
]

test.each(ONLY)('%s is written once', (_, written, places) => {
  const found = globSync('web/**/*.{ts,tsx,css}')
    .filter((path) => !/^web\/dist\/|\.test\./.test(path) && !places.test(path))
    .filter((path) => written.test(readFileSync(path, 'utf8')))

  expect(found).toEqual([])
})

test('dialogs declare what they ask for, and leave events and refusals to the form', () => {
  const found = globSync('web/**/*.tsx')
    .filter((path) => !path.startsWith('web/dist/') && path !== 'web/components/use-form.tsx')
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /<(FormModal|ModalForm|Confirm|ConfirmButton)\b/.test(text))

  expect(found.length).toBeGreaterThan(50)
  const byHand = /currentTarget\.(value|checked)|onFail: \(\) => undefined/
  expect(found.filter(({ text }) => byHand.test(text)).map(({ path }) => path)).toEqual([])
})

test('whatever stands before the page gives the keyboard back', () => {
  const found = globSync('web/**/*.tsx')
    .filter((path) => !path.startsWith('web/dist/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ text }) => /<(Modal|Drawer)\b[^>]*\bopened(?!=)/.test(text))

  expect(found.length).toBeGreaterThan(3)
  expect(found.filter(({ text }) => !text.includes('useFocusReturn()'))).toEqual([])
})
