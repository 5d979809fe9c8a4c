import { type Body, type Kind, kindOf } from '../../definitions/kinds.ts'
import { type LoadedDefinition, loadSolution, ofKind } from '../../definitions/load.ts'
import { widgetTargets } from '../../definitions/widget-references.ts'
import { placeOf } from '../../definitions/widgets.ts'
import { pathOf } from '../../lib/app-path.ts'
import { subjectKey } from '../../lib/codes.ts'
import { notFound } from '../../lib/errors.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Context } from '../../platform/context.ts'
import { listCallers } from '../access/service.ts'
import type { SolutionParts } from '../solutions/change-set.ts'
import { toSources } from './files.ts'
import { fileRules } from './policy.ts'
import type { DraftPreview } from './preview-operations.ts'
import { findVisible, openDraft, tell } from './service.ts'

type Rights = Record<string, readonly string[]>

/** The subjects of a draft's rights that include the person: directly, and as author or performer of an item. */
type Reach = { has(subject: string): boolean; isAdministrator: boolean }

/**
 * What a draft lets a person see and do according to its definitions. Shows no items, so that designers learn
 * nothing they may not read.
 */
export async function previewDraft(
  ctx: Context,
  parts: SolutionParts,
  { id, user: userId }: { id: string; user: string },
): Promise<DraftPreview> {
  const row = await findVisible(ctx, id)
  const [user] = await listCallers(ctx, [userId])
  if (!user) throw notFound('user', userId)
  const { sees } = await fileRules(ctx, row.solution)
  const content = await openDraft(ctx, row)
  const { definitions } = loadSolution(toSources(content.files)).readable
  const reach = await reachOf(ctx, parts, { user, definitions, solution: row.solution })
  await tell(ctx, 'draft.previewed', {
    id,
    solution: row.solution,
    author: row.author,
    as: user.id,
  })
  const shown = new Shown(
    definitions.filter(({ file }) => sees(file)),
    reach,
  )
  return {
    apps: shown.apps(),
    pages: shown.pages(),
    reports: shown.reports(),
    processes: shown.processes(),
  }
}

type Reaching = { user: Caller; definitions: readonly LoadedDefinition[]; solution: string }

async function reachOf(
  ctx: Context,
  parts: SolutionParts,
  { user, definitions, solution }: Reaching,
): Promise<Reach> {
  const named = definitions.flatMap(({ kind, body }) => kindOf(kind).subjects?.(body) ?? [])
  const keys = [...new Set(named.map(({ subject }) => subjectKey(subject)))]
  const ids = keys.length > 0 ? await parts.findSubjects(ctx, solution, keys) : new Map()
  return {
    isAdministrator: user.isAdministrator,
    has: (subject) => user.subjects.has(ids.get(subjectKey(subject)) ?? ''),
  }
}

const EVERY = ['read', 'create', 'update', 'delete', 'import', 'export'] as const
type Right = (typeof EVERY)[number]

class Shown {
  readonly #definitions: readonly LoadedDefinition[]
  readonly #reach: Reach

  constructor(definitions: readonly LoadedDefinition[], reach: Reach) {
    this.#definitions = definitions
    this.#reach = reach
  }

  apps(): DraftPreview['apps'] {
    return this.#of('app').map((app) => ({
      ...{ namespace: app.namespace, code: app.code, name: app.body.name },
      rights: this.#rightsOn(app, (subject) => this.#reach.has(subject)),
      ownRights: this.#rightsOn(app, (subject) => subject.startsWith('role:')),
      ...this.#fieldsOf(app.body),
      transitions: this.#transitionsOf(app.body),
    }))
  }

  reports(): DraftPreview['reports'] {
    return this.#of('report').map((each) => this.#entry(each, this.#may(each, 'read')))
  }

  processes(): DraftPreview['processes'] {
    return this.#of('process').map((each) => this.#entry(each, this.#may(each, 'create')))
  }

  pages(): DraftPreview['pages'] {
    return this.#of('page')
      .filter(({ body }) => body.type === 'PAGE')
      .map(({ namespace, code, body }) => {
        const widgets = body.widgets.map(placeOf).map(({ widget }) => widget)
        const isShown = (widget: string) => this.#seesWidget(namespace, widget)
        return {
          ...{ namespace, code, name: body.name },
          shown: widgets.filter(isShown),
          hidden: widgets.filter((widget) => !isShown(widget)),
        }
      })
  }

  #of<K extends Kind>(kind: K): LoadedDefinition<K>[] {
    return ofKind(this.#definitions, kind)
  }

  #entry({ namespace, code, body }: LoadedDefinition, isAllowed: boolean) {
    return { namespace, code, name: (body as { name: string }).name, isAllowed }
  }

  /** Rights on a workspace apply to everything in it. */
  #rightsOn(definition: LoadedDefinition, reaches: (subject: string) => boolean): Right[] {
    if (this.#reach.isAdministrator) return [...EVERY]
    const [home = ''] = definition.namespace.split('.')
    const around = this.#of('workspace').filter(({ code }) => code === home)
    const given = [definition, ...around]
      .flatMap(({ body }) => Object.entries((body as { rights?: Rights }).rights ?? {}))
      .filter(([subject]) => reaches(subject))
      .flatMap(([, rights]) => rights)
    return EVERY.filter((right) => given.includes(right) || given.includes('manage'))
  }

  #may(definition: LoadedDefinition, right: Right): boolean {
    return this.#rightsOn(definition, (subject) => this.#reach.has(subject)).includes(right)
  }

  #fieldsOf({ fieldRights }: Body<'app'>) {
    const given = (rights: Rights, right: string) =>
      this.#reach.isAdministrator ||
      Object.entries(rights).some(
        ([subject, all]) => this.#reach.has(subject) && all.includes(right as never),
      )
    const all = Object.entries(fieldRights)
    const mayUpdate = (rights: Rights) => given(rights, 'update')
    const sees = (rights: Rights) => mayUpdate(rights) || given(rights, 'read')
    return {
      hiddenFields: all.filter(([, rights]) => !sees(rights)).map(([code]) => code),
      readOnlyFields: all
        .filter(([, rights]) => sees(rights) && !mayUpdate(rights))
        .map(([code]) => code),
    }
  }

  #transitionsOf({ transitions }: Body<'app'>): DraftPreview['apps'][number]['transitions'] {
    return transitions.map(({ from, to, by }) => ({
      ...{ from, to },
      isAllowed:
        by === undefined || this.#reach.isAdministrator || by.some((each) => this.#reach.has(each)),
    }))
  }

  #seesWidget(namespace: string, code: string): boolean {
    const widget = this.#of('widget').find((each) => pathOf(each) === pathOf({ namespace, code }))
    if (!widget) return false
    return widgetTargets(widget.body).every((target) => {
      const found = this.#definitions.find(
        (each) => each.kind === target.kind && pathOf(each) === pathOf(target),
      )
      if (!found) return false
      if (found.kind === 'contract') {
        return Object.keys((found.body as Body<'contract'>).apps).some((path) =>
          this.#of('app').some((app) => pathOf(app) === path && this.#may(app, 'read')),
        )
      }
      const [, key] = target.path
      return this.#may(found, key === 'start' || key === 'create' ? 'create' : 'read')
    })
  }
}
