import { expect, test } from 'vitest'
import { applyEdits, type Files } from './edits.ts'
import { inLanguage, restoreEdits } from './translations.ts'
import type { Edit } from './types.ts'

const file = 'workspaces/crm/apps/deals.yaml'
const value = {
  name: { en: 'Deals', ru: 'Сделки' },
  fields: {
    country: { type: 'CATEGORY', name: 'Country', options: { de: 'Germany', fr: 'France' } },
    stage: {
      type: 'CATEGORY',
      name: { en: 'Stage', ru: 'Этап' },
      options: { in: { en: 'Inside', ru: 'Внутри' }, out: 'Outside' },
    },
  },
  statuses: [
    { code: 'new', name: { en: 'New', ru: 'Новые' } },
    { code: 'won', name: { en: 'Won', ru: 'Успех' } },
  ],
}
const files: Files = { [file]: { path: file, state: 'same', value } }
const seen = inLanguage(value, 'ru')

/** The file after an editor, who sees Russian, has made an edit. */
const after = (edit: Omit<Extract<Edit, { op: 'set' }>, 'file' | 'op'>) =>
  applyEdits(files, restoreEdits([{ file, op: 'set', ...edit }], files, 'ru'))[file]?.value

test('an editor sees plain texts in its language; options with two letters are no languages', () => {
  expect(seen).toMatchObject({
    name: 'Сделки',
    fields: {
      country: { options: { de: 'Germany', fr: 'France' } },
      stage: { name: 'Этап', options: { in: 'Внутри', out: 'Outside' } },
    },
    statuses: [{ name: 'Новые' }, { name: 'Успех' }],
  })
  expect(inLanguage(value, 'ru')).toBe(seen)
  expect(inLanguage(value, 'fr').name).toBe('Deals')
})

test('a changed text keeps the other languages', () => {
  expect(after({ at: ['name'], value: 'Продажи' })).toEqual({
    ...value,
    name: { en: 'Deals', ru: 'Продажи' },
  })
})

test('so do texts inside of a value that is set as a whole', () => {
  const stage = { ...seen.fields.stage, required: true }
  const statuses = [...seen.statuses].reverse()
  const renamed = statuses.map((each) => (each.code === 'won' ? { ...each, name: 'Победа' } : each))

  expect(after({ at: ['fields', 'stage'], value: stage })).toMatchObject({
    fields: { stage: { ...value.fields.stage, required: true } },
  })
  expect(after({ at: ['statuses'], value: renamed })).toMatchObject({
    statuses: [{ name: { en: 'Won', ru: 'Победа' } }, { name: { en: 'New', ru: 'Новые' } }],
  })
})

test('a plain text stays plain', () => {
  expect(after({ at: ['fields', 'country', 'name'], value: 'Страна' })).toMatchObject({
    fields: { country: { name: 'Страна' } },
  })
})
