import type { Body } from '../../../definitions/kinds.ts'
import { editYaml } from '../../../definitions/yaml/edit.ts'
import { readValue } from '../../../definitions/yaml/tree.ts'
import { Code } from '../../../lib/codes.ts'
import { conflict, invalid, notFound } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { renameAction } from '../../solutions/rename/diagram-actions.ts'
import type { Mend } from '../../solutions/rename/filter.ts'
import { requireCode } from '../../solutions/rename/target.ts'
import { inOrder, toEdit, type Usage } from '../../solutions/rename/usages.ts'
import { type Renamed, type Renaming, readForRename } from './read.ts'

const PARTS = ['scripts', 'actions', 'handlers', 'routes'] as const
type Part = (typeof PARTS)[number]
type Parts = Partial<Record<Part, Record<string, unknown>>>

/** A program, an action, a handler or a route of a module. */
export async function renameInModule(ctx: Context, renaming: Renaming): Promise<Renamed> {
  const { before, asked } = renaming
  const { file, to } = asked
  const { definitions, definition, textOf } = await readForRename(ctx, renaming)
  const body = definition.body as Body<'module'>
  const [part, from] = partAt(asked.at)
  if (!Object.hasOwn(body[part], from)) throw notFound('code', from)
  requireCode(Code, to, Object.keys(body[part]), from)
  const published = readValue(before.base.get(file)?.toString('utf8') ?? '')?.value
  requireUnpublished((published ?? {}) as Parts, part, from)
  const mends: Mend[] = [
    { at: [part, from], isKey: true, before: from, after: to },
    ...(part === 'scripts' ? callersOf(body, from) : []).map((at) => ({
      ...{ at, isKey: false, before: from, after: to },
    })),
  ]
  const usages: Usage[] = mends.map(({ at }) => ({ file, at, before: from, after: to }))
  const texts = new Map([[file, editYaml(textOf(file), inOrder(mends.map(toEdit)))]])
  for (const { attached, attachments } of part === 'actions' ? definitions : []) {
    const xml = attachments.bpmn?.toString('utf8') ?? ''
    const mended = renameAction(xml, { module: definition.code, from, to })
    if (attached.bpmn === undefined || mended.places.length === 0) continue
    texts.set(attached.bpmn, mended.xml)
    usages.push(...mended.places.map((place) => ({ file: attached.bpmn ?? '', at: [], ...place })))
  }
  return { usages, texts, paths: new Map(), personal: 0 }
}

function partAt([key, code, ...rest]: (string | number)[]): [Part, string] {
  const part = PARTS.find((each) => each === key)
  if (part && typeof code === 'string' && rest.length === 0) return [part, code]
  throw invalid(`nothing of a module is renamed there: expected ${PARTS.join(', ')}`)
}

/**
 * Published actions, handlers and routes are used by jobs, other solutions and other systems; programs only by
 * their module.
 */
function requireUnpublished(published: Parts, part: Part, code: string): void {
  if (part === 'scripts' || !Object.hasOwn(published[part] ?? {}, code)) return
  throw conflict(`"${code}" is published, and others call it so: change its name instead`)
}

const callersOf = (body: Body<'module'>, program: string): (string | number)[][] =>
  (['actions', 'handlers', 'routes'] as const).flatMap((part) =>
    Object.entries(body[part])
      .filter(([, { script }]) => script === program)
      .map(([code]) => [part, code, 'script']),
  )
