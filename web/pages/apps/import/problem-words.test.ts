import { expect, test } from 'vitest'
import { FieldDefinition, toFields } from '../../../../src/definitions/field.ts'
import { readCell, readValue } from '../../../../src/fields/values.ts'
import { en } from '../../../texts/en/index.ts'
import { ru } from '../../../texts/ru/index.ts'
import { problemWords } from './problem-words.ts'

const options = { low: 'Низкий', high: 'Высокий' }

/** A cell that each type refuses. */
const CELLS: [type: string, settings: object, cell: string, english: string][] = [
  ['INTEGER', {}, 'много', '“много” is not a number'],
  ['INTEGER', {}, '1.5', 'A whole number is needed'],
  ['INTEGER', { min: 1 }, '0', 'The number must be at least 1'],
  ['FLOAT', { max: 5 }, '6', 'The number must be at most 5'],
  ['FLOAT', { min: 1, max: 5 }, '6', 'The number must be from 1 to 5'],
  ['BOOLEAN', {}, 'может', '“может” is neither yes nor no'],
  ['DATETIME', {}, 'завтра', '“завтра” is not a date with a time, such as 02.03.2026 09:15'],
  ['DATETIME', { kind: 'date' }, 'завтра', '“завтра” is not a date, such as 02.03.2026'],
  ['DATETIME', { kind: 'time' }, 'утром', '“утром” is not a time of day, such as 14:30'],
  ['DURATION', {}, 'долго', '“долго” is not a duration, such as 1:30:00'],
  ['CATEGORY', { options }, 'лоу', '“лоу” is not one of: Низкий, Высокий'],
  ['MONEY', { currency: 'EUR' }, 'дорого', '“дорого” is not a number'],
  ['FILE', {}, 'акт', '“акт” is not the id of a file'],
  ['REF_ITEM', {}, 'сделка', '“сделка” is not workspace/app/id'],
  ['ROLE', {}, 'все', '“все” is not user:id, group:id or osnode:id'],
]

function refusalOf(type: string, settings: object, text: string): string {
  const it = FieldDefinition.parse({ name: 'It', type, ...settings }) as FieldDefinition
  const [field] = toFields({ it })
  if (!field) throw new Error('no field')
  try {
    const cell = readCell(field, text)
    if ('value' in cell) readValue(field, cell.value)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${type} takes "${text}"`)
}

/** Latin letters that are no values: codes of subjects are written that way in every language. */
const LATIN = /[A-Za-z]{3}/
const CODES = /user:id|group:id|osnode:id|JSON/g

test.each(CELLS)('%s %j says what is wrong with "%s", in both languages', (...cell) => {
  const [type, settings, text, english] = cell
  const message = refusalOf(type, settings, text)

  expect(problemWords(en.problems, message)).toBe(english)
  expect(problemWords(ru.problems, message).replace(CODES, '')).not.toMatch(LATIN)
})

/** What else an import says of a row, as the server has it. */
const OTHERS = [
  ['a value is required', 'Нужно значение'],
  ['longer than 200 characters', 'Текст длиннее 200 знаков'],
  ['unknown status "так", expected one of новый', 'Нет статуса «так»; есть: новый'],
  ['there is no user "Анна"', 'Не найдено (user): «Анна»'],
  [
    'cell 3 has a value, but its column has no title',
    'В ячейке 3 есть значение, но у столбца нет заголовка',
  ],
  ['the item is deleted', 'Элемент удалён'],
] as const

test.each(OTHERS)('"%s" is told in Russian', (message, russian) => {
  expect(problemWords(ru.problems, message)).toBe(russian)
})
