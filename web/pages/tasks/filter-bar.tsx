import { Button, Group, Pill, Select } from '@mantine/core'
import { IconFilter, IconFilterOff } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useApi } from '../../api.ts'
import { SearchInput } from '../../components/search-input.tsx'
import { useTexts } from '../../texts/index.ts'
import classes from './list.module.css'
import { ALL, DUE, isNarrowed, type TaskQuery } from './query.ts'
import { type ListName, useFacets, whoseIn } from './rows.ts'

type FilterBarProps = {
  list: ListName
  query: TaskQuery
  team?: readonly string[] | undefined
  onChange: (part: Partial<TaskQuery>) => void
}

type Option = { value: string; label: string }
type Counted = { value: string; name: string; count: number }

/** What a list is narrowed with; each choice says how many tasks it leaves. */
export function FilterBar({ list, query, team, onChange }: FilterBarProps) {
  const t = useTexts().tasks
  const { data } = useFacets(list, { query, team })
  const apps = useAppNames()
  const [isOpen, setOpen] = useState(false)
  const whose = whoseIn(list)
  const options = (found: Counted[] = [], nameOf: (each: Counted) => string): Option[] =>
    found.map((each) => ({
      value: each.value,
      label: t.filter.counted(nameOf(each), each.count),
    }))
  const chooser = (key: 'process' | 'app' | 'person' | 'due' | 'priority', data: Option[]) => (
    <Select
      key={key}
      className={classes.choice ?? ''}
      aria-label={t.filter[key === 'person' ? whose : key]}
      placeholder={t.filter[key === 'person' ? whose : key]}
      data={withChosen(data, query[key])}
      value={query[key] || null}
      onChange={(value) => onChange({ [key]: value ?? '' })}
      searchable={data.length > 8}
      clearable
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
    />
  )
  const due = DUE.flatMap((value) => data?.due.find((each) => each.value === value) ?? [])
  return (
    <Group
      gap="xs"
      className={classes.filters ?? ''}
      role="search"
      aria-label={t.filter.label}
      data-open={isOpen || undefined}
    >
      <SearchInput
        key={query.saved}
        label={t.filter.text}
        value={query.text}
        onSearch={(text) => onChange({ text })}
      />
      <Button
        className={classes.toggle ?? ''}
        variant="default"
        aria-expanded={isOpen}
        leftSection={<IconFilter size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen((known) => !known)}
      >
        {t.filter.label}
      </Button>
      {chooser(
        'due',
        options(due, ({ value }) => t.group[value as (typeof DUE)[number]]),
      )}
      {chooser(
        'process',
        options(data?.processes, ({ name }) => name || t.filter.noProcess).map((each) => ({
          ...each,
          value: each.value || 'none',
        })),
      )}
      {chooser(
        'app',
        options(data?.apps, ({ value }) => apps.get(value) ?? value),
      )}
      {chooser(
        'person',
        options(whose === 'author' ? data?.authors : data?.performers, ({ name }) => name),
      )}
      {chooser(
        'priority',
        options(
          data?.priorities.toSorted((one, other) => Number(other.value) - Number(one.value)),
          ({ value }) => t.priority(Number(value)),
        ),
      )}
      <Pills query={query} onChange={onChange} />
      {isNarrowed(query) && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconFilterOff size={14} stroke={1.6} aria-hidden />}
          onClick={() => onChange({ ...ALL, state: query.state })}
        >
          {t.filter.reset}
        </Button>
      )}
    </Group>
  )
}

type PillsProps = Pick<FilterBarProps, 'query' | 'onChange'>

/** What only links narrow a list to. */
function Pills({ query: { step, late, ended }, onChange }: PillsProps) {
  const t = useTexts().tasks.filter
  const pills = [
    { label: t.step, isOn: step !== '', off: { step: '' } },
    { label: t.late, isOn: late, off: { late: false } },
    { label: t.ended(Number(ended)), isOn: ended !== '', off: { ended: '' } },
  ].filter(({ isOn }) => isOn)
  return pills.map(({ label, off }) => (
    <Pill
      key={label}
      withRemoveButton
      onRemove={() => onChange(off)}
      removeButtonProps={{ 'aria-label': t.without(label), 'aria-hidden': false, tabIndex: 0 }}
    >
      {label}
    </Pill>
  ))
}

/** A link may name what no task here has. */
const withChosen = (options: Option[], chosen: string): Option[] =>
  chosen === '' || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }]

/** The names of apps by `<namespace>/<code>`. */
export function useAppNames(): ReadonlyMap<string, string> {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return useMemo(() => {
    const apps = (data?.workspaces ?? []).flatMap((workspace) => workspace.apps)
    return new Map(apps.map(({ namespace, code, name }) => [`${namespace}/${code}`, name]))
  }, [data])
}
