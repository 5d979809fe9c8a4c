import type { z } from 'zod'
import type { HiddenFields } from './hidden-fields.ts'
import type { Body, Kind } from './kinds.ts'
import type { Identity } from './layout.ts'
import type { Folders } from './nomenclature.ts'
import type { NamedSubject, Reference } from './reference.ts'
import type { Issue } from './source.ts'

/**
 * A kind of definition, declared once, in a file of `kinds/`. The loader, the checks, renaming, rights and the
 * export read it here; the designer reads what `scripts/definition-kinds.ts` makes of it.
 */
export type DefinitionKind<Schema extends z.ZodObject = z.ZodObject> = {
  /** What its file may say. */
  schema: Schema
  /** A schema that says more, where that depends on the rest of the body. */
  schemaOf?(body: z.output<Schema>): z.ZodObject | undefined
  /** Where its files are, without `.yaml`: `workspaces/{workspace}/reports/{code}`. New ones are made at the first. */
  files: readonly [string, ...string[]]
  /** The code of the only one in a solution, whose path has none; '' = that of the solution. */
  code?: string
  /** Other files that belong to it, by the key of the body that can name them. */
  attachments?: Readonly<Record<string, Attachment>>
  /** Processes act with the rights of the system, for example. Whatever is in no workspace is theirs anyway. */
  isForAdministrators?: true
  /** Nothing is stored under its code and only definitions name it, so that it can change after publication. */
  hasFreeCode?: true
  /** The keys of the body that declare fields. Those of the first can be named by other definitions. */
  fields?: readonly string[]
  /** The definitions that it names. Groups among its subjects are added to them. */
  references?(body: z.output<Schema>, namespace: string): Reference[]
  /** The people, groups and roles that it names, which must be there before it is applied. */
  subjects?(body: z.output<Schema>): NamedSubject[]
  /** The subjects that are there once it is applied, as `subjectKey` writes them. */
  makes?(body: z.output<Schema>, identity: Identity): string[]
  /** Rules for one file that its schema cannot express. */
  check?(body: z.output<Schema>): Issue[]
  /** Rules about other definitions; that those which it names are there is known already. */
  checkAmong?(definition: { body: z.output<Schema>; namespace: string }, around: Around): Issue[]
  /** The body for a caller from whom fields are hidden; undefined = nothing is left of it. */
  limit?(body: z.output<Schema>, hidden: HiddenFields): z.output<Schema> | undefined
}

/** Found by the name in the body or, unless it `isNamed` there always, by that of the definition and its ending. */
export type Attachment = {
  ending?: string
  isNamed?: true
  /** It need not be there under the name of the definition. */
  isOptional?: true
  check?(text: string): { line: number; message: string }[]
}

/** Definitions outside the solution: everything applied before. */
export type AppliedDefinition<K extends Kind = Kind> = {
  kind: K
  namespace: string
  code: string
  body: Body<K>
  /** Whoever asks may not see it: no hint names it or a part of it. */
  isClosed?: boolean
}

type Address = { namespace: string; code: string }

/** The definitions of a solution and of all others. */
export type Around = {
  find<K extends Kind>(kind: K, address: Address): AppliedDefinition<K> | undefined
  others: readonly AppliedDefinition[]
  /** It is there, but could not be read. */
  isUnread(kind: Kind, address: Address): boolean
  /** Of the nomenclature; undefined = one of them could not be read. */
  folders: Folders | undefined
}
