import { expect, test } from 'vitest'
import { compareBodies } from '../../../../src/areas/solutions/words.ts'
import { calledIn } from '../../../../src/definitions/called.ts'
import { build as english } from '../../../texts/en/build/index.ts'
import { build as russian } from '../../../texts/ru/build/index.ts'
import { tellDifference, type Vocabulary, withNames, withTypes } from './in-words.ts'

type Body = Record<string, unknown>

const wordsOf = (body: Body, language: 'en' | 'ru'): Vocabulary => {
  const texts = language === 'en' ? english : russian
  const types = { ...texts.app.fields.types, ...texts.app.views.types }
  return { names: calledIn(body), language, texts, types, flags: { yes: 'Yes', no: 'No' } }
}

/** What changes, as people read it. */
function told(before: Body, after: Body, language: 'en' | 'ru' = 'en'): string[] {
  const words = wordsOf({ ...before, ...after }, language)
  return compareBodies(before, after).map((difference) => {
    const found = tellDifference(difference, words)
    if (!found) return difference.text
    return 'said' in found
      ? `${found.what}: ${found.said}`
      : `${found.what}: ${found.before} → ${found.after}`
  })
}

const total = { name: { en: 'Total', ru: 'Итого' }, type: 'MONEY' }
const note = { name: 'Note', type: 'STRING' }

test('a field is called by its name, and its type has words', () => {
  expect(told({ fields: { total } }, { fields: { total, note } })).toEqual([
    'Field “Note”: added: Text',
  ])
  expect(
    told({ fields: { total } }, { fields: { total: { ...total, type: 'FLOAT' } } }, 'ru'),
  ).toEqual(['Поле «Итого» › Тип: Деньги → Число'])
})

test('a text in one of several languages says in which', () => {
  const renamed = { ...total, name: { en: 'Sum', ru: 'Итого' } }
  expect(told({ fields: { total } }, { fields: { total: renamed } })).toEqual([
    'Field “Sum” › Name (English): Total → Sum',
  ])
})

test('sections, transitions, statuses and widgets are told without JSON', () => {
  const fields = { total, note }
  const form = (...codes: string[]) => ({ forms: { edit: { sections: [{ fields: codes }] } } })
  const statuses = (name: string) => ({
    statuses: [{ code: 'main', name: 'Main', statuses: [{ code: 'won', name }] }],
  })
  expect(told({ fields, ...form('total') }, { fields, ...form('total', 'note') })).toEqual([
    'Form for changes › Section 1 › Fields: added: Note',
  ])
  expect(told({ fields, ...form('total', 'note') }, { fields, ...form('note', 'total') })).toEqual([
    'Form for changes › Section 1 › Fields: in another order',
  ])
  expect(told(statuses('Won'), statuses('Sold'))).toEqual(['Status “Sold” › Name: Won → Sold'])
  expect(
    told(statuses('Won'), { ...statuses('Won'), transitions: [{ from: 'won', to: 'won' }] }),
  ).toEqual(['Transitions: added: From: Won; To: Won'])
  expect(
    told({ widgets: [{ widget: 'a', width: 3 }] }, { widgets: [{ widget: 'a', width: 4 }] }),
  ).toEqual(['Widget “a” › Width: 3 → 4'])
})

test('lines about data have names and types in words', () => {
  const words = wordsOf({ fields: { total } }, 'en')
  expect(withTypes(withNames('"total" becomes FLOAT with 5 values', words), words)).toBe(
    '"Total" becomes Number with 5 values',
  )
})
