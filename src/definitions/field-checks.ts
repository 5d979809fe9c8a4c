import type { Field } from '../fields/field-type.ts'
import { fieldTypeOf } from '../fields/registry.ts'
import { suggest } from '../lib/did-you-mean.ts'
import { inWords } from '../lib/zod-words.ts'
import { type FieldDefinition, toFields } from './field.ts'
import type { Issue, Path } from './source.ts'

export function checkFields(fields: Record<string, FieldDefinition>, path: Path): Issue[] {
  return toFields(fields).flatMap((field) => {
    const type = fieldTypeOf(field.type)
    const at = [...path, field.code]
    const problems: Issue[] = []
    if (field.unique && !type.uniqueKey) {
      problems.push({
        path: [...at, 'unique'],
        message: `a field of type ${field.type} cannot be unique`,
      })
    }
    if (field.indexed && !type.index) {
      problems.push({
        path: [...at, 'indexed'],
        message: `a field of type ${field.type} cannot be indexed`,
      })
    }
    if (field.type === 'CATEGORY' && Object.keys(field.options ?? {}).length === 0) {
      problems.push({ path: [...at, 'options'], message: 'a choice needs at least one option' })
    }
    // Whose values would they be?
    for (const old of field.renamedFrom ?? []) {
      if (old === field.code || !Object.hasOwn(fields, old)) continue
      problems.push({
        path: [...at, 'renamedFrom'],
        message: `"${old}" is a field again: publish the renaming first, then remove it here`,
      })
    }
    if (field.default !== undefined && field.default !== null)
      problems.push(...checkDefault(field, at))
    return problems
  })
}

/** The parameters of a workspace or a module. */
export function checkParameters(parameters: Record<string, FieldDefinition>): Issue[] {
  const secrets = toFields(parameters).filter(({ secret }) => secret === true)
  return [
    ...checkFields(parameters, ['parameters']),
    ...secrets
      .filter((field) => field.default !== undefined)
      .map(({ code }) => ({
        path: ['parameters', code, 'default'],
        message: 'a secret has no default: whoever reads the files would know it',
      })),
  ]
}

function checkDefault(field: Field, path: Path): Issue[] {
  const parsed = fieldTypeOf(field.type).value(field).safeParse(field.default, { error: inWords })
  if (parsed.success) return []
  const why = parsed.error.issues[0]?.message ?? ''
  return [{ path: [...path, 'default'], message: `the default does not fit ${field.type}: ${why}` }]
}

const SYSTEM = ['__index', '__createdAt', '__createdBy', '__id']

export const checkNameTemplate = (template = '', codes: string[], path: Path): Issue[] =>
  [...template.matchAll(/\{\$([^}]*)\}/g)]
    .map(([, code = '']) => code.split('.')[0] ?? '')
    .filter((code) => ![...SYSTEM, ...codes].includes(code))
    .map((code) => ({
      path,
      message: `unknown field "${code}"${suggest(code, [...codes, ...SYSTEM])}`,
    }))

export const checkKnown = (given: readonly string[], known: string[], path: Path): Issue[] =>
  given
    .map((code, at) => ({ code, path: path[0] === 'sql' ? path : [...path, at] }))
    .filter(({ code }) => !known.includes(code))
    .map(({ code, path: at }) => ({
      path: at,
      message: `unknown field "${code}"${suggest(code, known)}`,
    }))

export const checkDoubles = (items: readonly { code: string }[], path: Path): Issue[] =>
  items.flatMap((item, at) =>
    items.findIndex(({ code }) => code === item.code) < at
      ? [{ path: [...path, at, 'code'], message: `the code "${item.code}" is there twice` }]
      : [],
  )
