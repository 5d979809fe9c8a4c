import { Button, Select, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useAddressState } from '../../../components/address-state.ts'
import { codeOf } from '../code-of.ts'
import { fieldTypesIn, type JsonSchema } from '../schema/json-schema.ts'
import { type Place, placeIn, settingAt } from '../schema/setting.ts'
import { Sortable } from '../sortable.tsx'
import { useBuildTexts } from '../texts.ts'
import { FieldRow } from './field-row.tsx'
import classes from './fields.module.css'
import { type FieldValue, withType } from './new-field.ts'
import { useTypes } from './use-types.ts'

type FieldListProps = {
  root: JsonSchema
  /** The schema of one field. */
  schema: JsonSchema
  /** Where the fields are, by code. */
  place: Place
  isNested?: boolean
}

type Named = [code: string, field: FieldValue]

/** Fields in the order people see them: to be added, ordered, set up and removed. */
export function FieldList({ root, schema, place, isNested = false }: FieldListProps) {
  const t = useBuildTexts().app.fields
  const address = useAddressState()
  const asked = address.get('at').split('.')[place.at.length]
  const [open, setOpen] = useState<string | undefined>(asked)
  const types = fieldTypesIn(root, schema)
  const fields = Object.entries((settingAt(place) ?? {}) as Record<string, FieldValue>)
  const { draft, file, at } = place
  const move = (from: number, to: number) =>
    draft.edit([{ file, op: 'move', at: [...at, fields[from]?.[0] ?? ''], to }])
  const columns = (inner: Place, innerSchema: JsonSchema): ReactNode => (
    <FieldList root={root} schema={innerSchema} place={inner} isNested />
  )
  return (
    <>
      <Sortable<Named>
        label={isNested ? t.columns : t.title}
        items={fields}
        keyOf={([code]) => code}
        nameOf={([code, field]) => field?.name || code}
        onMove={move}
        onLift={() => setOpen(undefined)}
        isNested={isNested}
      >
        {([code, field]) => (
          <FieldRow
            root={root}
            types={types}
            code={code}
            field={field ?? {}}
            place={placeIn(place, code)}
            isOpen={open === code}
            onOpen={setOpen}
            renderFields={columns}
          />
        )}
      </Sortable>
      <AddField
        place={place}
        types={types}
        taken={fields.map(([code]) => code)}
        onAdd={setOpen}
        isNested={isNested}
      />
    </>
  )
}

type AddFieldProps = {
  place: Place
  types: readonly JsonSchema[]
  taken: string[]
  isNested: boolean
  onAdd: (code: string | undefined) => void
}

/** A name, a type, Enter, and the next one. */
function AddField({ place, types, taken, isNested, onAdd }: AddFieldProps) {
  const t = useBuildTexts().app.fields
  const choices = useTypes(types)
  const [name, setName] = useState('')
  const [type, setType] = useState('STRING')
  const input = useRef<HTMLInputElement>(null)
  const add = () => {
    if (!name.trim()) return
    const code = codeOf(name, taken, 'field')
    const value = withType({ name: name.trim() }, type, types)
    place.draft.edit([{ file: place.file, op: 'set', at: [...place.at, code], value }])
    onAdd(needsMore(value) ? code : undefined)
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
        className={classes.grow ?? ''}
        label={isNested ? t.newColumn : t.newName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        className={classes.type ?? ''}
        label={t.newType}
        data={choices}
        value={type}
        allowDeselect={false}
        searchable
        maxDropdownHeight={360}
        onChange={(value) => value && setType(value)}
      />
      <Button type="submit" size="sm" leftSection={<IconPlus size={15} aria-hidden />}>
        {isNested ? t.addColumn : t.add}
      </Button>
    </form>
  )
}

/** Of these, a name and a type say too little. */
const needsMore = ({ type = '' }: FieldValue): boolean =>
  ['CATEGORY', 'SYS_COLLECTION', 'TABLE'].includes(type)
