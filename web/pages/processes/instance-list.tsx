import { Select, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRoute, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import { Empty, Shown } from '../../components/states.tsx'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { InstanceTable } from './instance-table.tsx'
import classes from './processes.module.css'
import { type InstanceState, STATES } from './state-tag.tsx'

export type InstanceRow = ReplyOf<'processes', 'instances'>['instances'][number]

const SLA = ['breached', 'atRisk'] as const

type Filter = {
  process?: string
  state?: InstanceState
  sla?: (typeof SLA)[number]
  q?: string
}
type InstanceListProps = {
  /** Only of this process. */
  process?: string
  /** What can be done with selected ones; without it nothing can be selected. */
  actions?: (selected: InstanceRow[], done: () => void) => ReactNode
}

const SIZE = 50

function useInstances(filter: Filter) {
  return useList(
    'processes',
    'instances',
    { input: { ...filter, size: SIZE } },
    {
      rows: ({ instances }) => instances,
      keep: true,
    },
  )
}

/** Instances by state and name, the steps each is at and since when. */
export function InstanceList({ process, actions }: InstanceListProps) {
  const t = useTexts().processes.instances
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { filter, filters } = useFilters(process)
  const asked = useInstances(filter)
  const isFiltered = [filter.q, filter.state, filter.sla].some((each) => each !== undefined)
  return (
    <>
      {filters(asked.total)}
      <Shown of={asked}>
        {() => {
          const { rows } = asked
          const picked = rows.filter(({ id }) => selected.has(id))
          if (rows.length === 0) {
            return isFiltered ? (
              <Empty title={t.notFound} />
            ) : (
              <Empty icon={IconRoute} title={t.empty} hint={t.emptyHint} />
            )
          }
          return (
            <>
              {actions && picked.length > 0 && (
                <div className={classes.bar}>
                  <Text size="sm">{t.chosen(picked.length)}</Text>
                  {actions(picked, () => setSelected(new Set()))}
                </div>
              )}
              <InstanceTable
                list={asked}
                hasProcess={process === undefined}
                selection={actions && { ids: selected, onChange: setSelected }}
              />
            </>
          )
        }}
      </Shown>
    </>
  )
}

/** They are in the address, so that a link leads to what was seen. */
function useFilters(process: string | undefined) {
  const t = useTexts().processes
  const [params, setParams] = useSearchParams()
  const [text, setText] = useState(params.get('q') ?? '')
  const [q] = useDebouncedValue(text.trim(), 200)
  const state = STATES.find((each) => each === params.get('state'))
  const sla = SLA.find((each) => each === params.get('sla'))
  const set = (key: 'state' | 'sla') => (next: string | null) =>
    setParams(
      (all) => {
        if (next) all.set(key, next)
        else all.delete(key)
        return all
      },
      { replace: true },
    )
  const filter: Filter = {
    ...(process !== undefined && { process }),
    ...(state !== undefined && { state }),
    ...(sla !== undefined && { sla }),
    ...(q !== '' && { q }),
  }
  const filters = (total: number | undefined) => (
    <search className={classes.bar}>
      <TextInput
        size="xs"
        className={classes.grow}
        maw={280}
        aria-label={t.instances.search}
        placeholder={t.instances.search}
        leftSection={<IconSearch size={14} stroke={1.6} />}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Select
        size="xs"
        w={150}
        aria-label={t.instances.state}
        placeholder={t.instances.anyState}
        clearable
        value={state ?? null}
        onChange={set('state')}
        data={STATES.map((value) => ({ value, label: t.states[value] }))}
      />
      <Select
        size="xs"
        w={170}
        aria-label={t.clocks.title}
        placeholder={t.clocks.title}
        clearable
        value={sla ?? null}
        onChange={set('sla')}
        data={SLA.map((value) => ({ value, label: t.heat[value] }))}
      />
      {total !== undefined && (
        <Text size="xs" c="var(--quiet)">
          {t.instances.total(total)}
        </Text>
      )}
    </search>
  )
  return { filter, filters }
}
