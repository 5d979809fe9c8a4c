import { Autocomplete, Select } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { TextField } from '../../../components/controls.tsx'
import { DayInput } from '../../../components/day-input.tsx'
import { useWorkspaces } from '../apps.ts'
import { useEventTypes } from '../event-types.ts'
import { useTexts } from '../texts.ts'
import { UserInput } from '../user-input.tsx'
import classes from './audit.module.css'
import type { Filters } from './filters.ts'

type FilterFormProps = { filters: Filters; onChange: (part: Partial<Filters>) => void }
const PAUSE = 300

export function FilterForm({ filters, onChange }: FilterFormProps) {
  const t = useTexts().admin.audit
  const types = useEventTypes()
  const { apps } = useWorkspaces()
  const [type, setType] = useState(filters.type ?? '')
  const [object, setObject] = useState(filters.object ?? '')
  const later = useDebouncedCallback(onChange, PAUSE)
  return (
    <search className={classes.filters}>
      <UserInput label={t.who} value={filters.actor} onChange={(actor) => onChange({ actor })} />
      <Autocomplete
        label={t.type}
        placeholder={t.typePlaceholder}
        data={types}
        value={type}
        onChange={(next) => {
          setType(next)
          later({ type: next })
        }}
        limit={30}
        clearable
      />
      <Select
        label={t.app}
        data={apps}
        value={filters.app}
        onChange={(app) => onChange({ app })}
        searchable
        clearable
      />
      <TextField
        label={t.object}
        placeholder={t.objectPlaceholder}
        value={object}
        onChange={(text) => {
          setObject(text)
          later({ object: text })
        }}
      />
      <DayInput label={t.since} value={filters.since} onChange={(since) => onChange({ since })} />
      <DayInput label={t.until} value={filters.until} onChange={(until) => onChange({ until })} />
    </search>
  )
}
