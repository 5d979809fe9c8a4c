import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import {
  IconAdjustments,
  IconCalendar,
  IconFilter,
  IconLayoutKanban,
  IconPhoto,
  IconSearch,
  IconTable,
  IconTimeline,
} from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { countOf } from '../filter/model.ts'
import { useViewTexts } from '../view-texts.ts'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './toolbar.module.css'
import type { Mode as ModeName, View } from './view.ts'

type ToolbarProps = {
  fields: Field[]
  columns: Field[]
  view: View
  onView: (part: Partial<View>) => void
  modes: readonly ModeName[]
  /** The one that is shown. */
  as: ModeName
  total: number | undefined
  isFiltering: boolean
  onFiltering: (isOpen: boolean) => void
  onColumns: (codes: string[]) => void
}

export function Toolbar({ view, onView, isFiltering, onFiltering, ...props }: ToolbarProps) {
  const t = useTexts()
  const texts = useViewTexts()
  const [isOptions, setOptions] = useState(false)
  const count = view.eql ? 1 : countOf(view.filter)
  return (
    <Group gap="xs">
      <Search
        key={`${view.saved} ${view.shared?.code}`}
        text={view.text}
        onSearch={(text) => onView({ text })}
      />
      <Button
        variant={isFiltering || count > 0 ? 'light' : 'default'}
        leftSection={<IconFilter size={16} stroke={1.6} />}
        aria-expanded={isFiltering}
        onClick={() => onFiltering(!isFiltering)}
      >
        {count > 0 ? t.apps.filter.button(count) : t.apps.filter.title}
      </Button>
      {props.as !== 'calendar' && props.as !== 'timeline' && (
        <ColumnsMenu fields={props.fields} columns={props.columns} onColumns={props.onColumns} />
      )}
      <Button
        variant="default"
        leftSection={<IconAdjustments size={16} stroke={1.6} />}
        onClick={() => setOptions(true)}
      >
        {texts.options.title}
      </Button>
      {isOptions && (
        <Suspense>
          <ViewOptions
            mode={props.as}
            fields={props.fields}
            view={view}
            onView={onView}
            onClose={() => setOptions(false)}
          />
        </Suspense>
      )}
      {props.modes.length > 1 && (
        <SegmentedControl
          size="xs"
          className={classes.modes}
          aria-label={t.apps.as.title}
          value={props.as}
          onChange={(as) => onView({ as: as as ModeName })}
          data={props.modes.map((mode) => ({
            value: mode,
            label: <Mode icon={ICONS[mode]} text={t.apps.as[mode]} />,
          }))}
        />
      )}
      {props.total !== undefined && (
        <Text size="xs" c="var(--quiet)">
          {t.frame.count.items(props.total)}
        </Text>
      )}
    </Group>
  )
}

const ViewOptions = lazy(async () => ({
  default: (await import('../options/view-options.tsx')).ViewOptions,
}))

const ICONS: Record<ModeName, typeof IconTable> = {
  table: IconTable,
  board: IconLayoutKanban,
  calendar: IconCalendar,
  timeline: IconTimeline,
  gallery: IconPhoto,
}

const Mode = ({ icon: Icon, text }: { icon: typeof IconTable; text: string }) => (
  <Group gap={6} wrap="nowrap" component="span">
    <Icon size={14} stroke={1.6} aria-hidden />
    <span className={classes.mode}>{text}</span>
  </Group>
)

const PAUSE = 200

/** Finds by name while it is typed. */
function Search({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useTexts()
  const [typed, setTyped] = useState(text)
  const search = useRef(onSearch)
  search.current = onSearch
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => search.current(typed), PAUSE)
    return () => clearTimeout(timer)
  }, [typed, text])
  return (
    <TextInput
      size="xs"
      type="search"
      w={200}
      placeholder={t.apps.search}
      aria-label={t.apps.search}
      leftSection={<IconSearch size={14} stroke={1.6} />}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  )
}
