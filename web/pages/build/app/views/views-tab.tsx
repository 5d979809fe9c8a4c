import { Button, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useAddressState } from '../../../../components/address-state.ts'
import { codeOf } from '../../code-of.ts'
import { Choice, Several } from '../../pages/settings/setting-input.tsx'
import { useSource } from '../../pages/settings/use-source.ts'
import { settingAt } from '../../schema/setting.ts'
import { Sortable } from '../../sortable.tsx'
import { useBuildTexts } from '../../texts.ts'
import { appIn } from '../draft-fields.ts'
import type { AppPartProps } from '../part.ts'
import { type DraftView, firstView, TYPES, type ViewType } from './draft-view.ts'
import { ViewRow } from './view-row.tsx'
import classes from './views.module.css'

type Named = [code: string, view: DraftView]

/** The columns of the list, and the views that everybody finds above it. */
export function ViewsTab(props: AppPartProps) {
  const t = useBuildTexts().app.views
  const { draft, file } = props
  const { namespace, code } = appIn(file)
  const source = useSource(draft, `${namespace}/${code}`)
  const settings = (settingAt({ draft, file, at: [] }) ?? {}) as {
    views?: Record<string, DraftView>
    columns?: string[]
    defaultView?: string
  }
  const views = Object.entries(settings.views ?? {})
  const [, asked] = useAddressState().get('at').split('.')
  const [open, setOpen] = useState<string | undefined>(asked)
  const errorIn = (key: string) => draft.problemsAt(file, [key], 'within')[0]?.message
  return (
    <Stack gap="md">
      <div className={classes.whole}>
        <Several
          label={t.columns}
          data={source.fields.map((field) => ({ value: field.code, label: field.name }))}
          value={settings.columns}
          error={errorIn('columns')}
          onChange={(columns) => draft.set(file, ['columns'], columns)}
        />
        <Choice
          label={t.first}
          data={views.map(([each, view]) => ({ value: each, label: view?.name || each }))}
          value={settings.defaultView}
          error={errorIn('defaultView')}
          onChange={(next) => draft.set(file, ['defaultView'], next)}
        />
      </div>
      <Text size="sm" c="var(--quiet)">
        {t.hint}
      </Text>
      <Sortable<Named>
        label={t.title}
        items={views}
        keyOf={([each]) => each}
        nameOf={([each, view]) => view?.name || each}
        onMove={(from, to) =>
          draft.edit([{ file, op: 'move', at: ['views', views[from]?.[0] ?? ''], to }])
        }
        onLift={() => setOpen(undefined)}
      >
        {([each, view]) => (
          <ViewRow
            {...props}
            source={source}
            code={each}
            view={view ?? {}}
            isOpen={open === each}
            onOpen={setOpen}
          />
        )}
      </Sortable>
      <AddView
        {...props}
        taken={views.map(([each]) => each)}
        onAdd={setOpen}
        dates={source.fields.filter(({ type, kind }) => type === 'DATETIME' && kind !== 'time')}
      />
    </Stack>
  )
}

type AddViewProps = AppPartProps & {
  taken: string[]
  dates: { code: string }[]
  onAdd: (code: string) => void
}

function AddView({ draft, file, taken, dates, onAdd }: AddViewProps) {
  const t = useBuildTexts().app.views
  const [name, setName] = useState('')
  const [type, setType] = useState<ViewType>('table')
  const input = useRef<HTMLInputElement>(null)
  const add = () => {
    if (!name.trim()) return
    const code = codeOf(name, taken, 'view')
    const value = firstView(name.trim(), type, dates[0]?.code)
    draft.edit([{ file, op: 'set', at: ['views', code], value }])
    onAdd(code)
    setName('')
    input.current?.focus()
  }
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextInput
        ref={input}
        flex="1 1 200px"
        label={t.newName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t.type}
        data={TYPES.map((value) => ({ value, label: t.types[value] }))}
        value={type}
        allowDeselect={false}
        onChange={(next) => next && setType(next as ViewType)}
      />
      <Button type="submit" leftSection={<IconPlus size={15} aria-hidden />}>
        {t.add}
      </Button>
    </form>
  )
}
