import { ActionIcon, Badge, Tooltip, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Loading } from '../../../components/states.tsx'
import { useRecordTexts } from '../../../texts/records.ts'
import type { ItemAddress } from './app.ts'
import classes from './related.module.css'
import { Section } from './section.tsx'

const QuickAdd = lazy(async () => ({ default: (await import('./quick-add.tsx')).QuickAdd }))
const RelatedItems = lazy(async () => ({
  default: (await import('./related-items.tsx')).RelatedItems,
}))

export type Related = ReplyOf<'apps', 'related'>['lists'][number]

const keyOf = ({ namespace, code, field, column }: Related) =>
  [namespace, code, field, column].join(' ')

/** Whatever links here: counted at once, listed when somebody opens it. */
export function RelatedSection({ address }: { address: ItemAddress }) {
  const t = useRecordTexts()
  const { data } = useApi('apps', 'related', { params: address })
  const [adding, setAdding] = useState<Related>()
  const lists = (data?.lists ?? []).filter(({ count, values }) => count > 0 || values !== null)
  if (lists.length === 0) return null
  const first = lists.find(({ count }) => count > 0)
  return (
    <Section title={t.related.title}>
      <div className={classes.lists}>
        {lists.map((list) => (
          <RelatedList
            key={keyOf(list)}
            list={list}
            name={nameOf(list, lists)}
            isFirst={list === first}
            onAdd={() => setAdding(list)}
          />
        ))}
      </div>
      {adding && (
        <Suspense>
          <QuickAdd list={adding} of={address} onClose={() => setAdding(undefined)} />
        </Suspense>
      )}
    </Section>
  )
}

/** Apps that link here by several fields are told apart by them. */
const nameOf = (list: Related, all: readonly Related[]): string => {
  const isSame = ({ namespace, code }: Related) =>
    namespace === list.namespace && code === list.code
  return all.filter(isSame).length > 1 ? `${list.name}: ${list.fieldName}` : list.name
}

type RelatedListProps = { list: Related; name: string; isFirst: boolean; onAdd: () => void }

function RelatedList({ list, name, isFirst, onAdd }: RelatedListProps) {
  const t = useRecordTexts()
  const id = useId()
  const [chosen, setOpen] = useState<boolean>()
  const isOpen = (chosen ?? isFirst) && list.count > 0
  const add = t.related.add(list.elementName)
  return (
    <div className={classes.list}>
      <div className={classes.head}>
        <UnstyledButton
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={id}
          disabled={list.count === 0}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={14} stroke={1.6} aria-hidden />
          <span className={classes.name}>{name}</span>
          <Badge size="sm" variant="light" color="gray">
            {list.isMore ? `${list.count}+` : list.count}
          </Badge>
        </UnstyledButton>
        {list.values && (
          <Tooltip label={add}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`${add} (${name})`}
              onClick={onAdd}
            >
              <IconPlus size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div id={id} className={classes.items} hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <RelatedItems list={list} name={name} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
