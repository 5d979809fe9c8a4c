import {
  type Icon,
  IconFile,
  IconListCheck,
  IconMessageCircle,
  IconRoute,
  IconTable,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import type { ReplyOf } from '../client.ts'
import { linkToObject } from '../kinds.ts'
import { links } from '../links.ts'

/** What a search finds. */
export type SearchResult = ReplyOf<'search', 'find'>['results'][number]
export type FoundKind = SearchResult['kind']

export const FOUND_ICONS: Record<FoundKind, Icon> = {
  app: IconTable,
  process: IconRoute,
  channel: IconMessageCircle,
  user: IconUser,
  item: IconTicket,
  task: IconListCheck,
  instance: IconRoute,
  file: IconFile,
  message: IconMessageCircle,
  comment: IconMessageCircle,
}

/** Where it is shown; a message, where it was said. */
export function linkToFound({ kind, id, namespace = '', code = '', about }: SearchResult): string {
  if (kind === 'app') return links.app(namespace, code)
  if (kind === 'process') return links.process(id)
  const path = kind === 'item' ? `${namespace}/${code}/${id}` : id
  return linkToObject(about ?? `${kind}:${path}`) ?? ''
}
