import { Badge } from '@mantine/core'
import type { ReactNode } from 'react'
import { NamedList } from '../named-list.tsx'
import { fieldTypesIn, type JsonSchema } from '../schema/json-schema.ts'
import type { SettingPath } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import { FieldSettings } from './field-settings.tsx'
import classes from './fields.module.css'
import { type FieldValue, withType } from './new-field.ts'
import { useTypes } from './use-types.ts'

type FieldListProps = {
  root: JsonSchema
  /** The schema of one field. */
  schema: JsonSchema
  /** Where the fields are, by code. */
  place: SettingPath
  isNested?: boolean
  /** Among other settings: nothing is said while there are none. */
  isPart?: boolean
}

/** Fields in the order people see them. */
export function FieldList(props: FieldListProps) {
  const { root, schema, place, isNested = false, isPart = isNested } = props
  const t = useBuildTexts().app.fields
  const types = fieldTypesIn(root, schema)
  const columns = (inner: SettingPath, innerSchema: JsonSchema): ReactNode => (
    <FieldList root={root} schema={innerSchema} place={inner} isNested />
  )
  return (
    <NamedList<FieldValue>
      label={isNested ? t.columns : t.title}
      place={place}
      isNested={isNested}
      about={(field) => <About field={field} />}
      removeLabel={t.remove}
      {...(!isPart && { empty: t.none })}
      add={{
        nameLabel: isNested ? t.newColumn : t.newName,
        typeLabel: t.newType,
        submit: isNested ? t.addColumn : t.add,
        types: useTypes(types),
        firstType: 'STRING',
        code: 'field',
        make: (name, type) => withType({ name }, type, types),
        isOpened: needsMore,
      }}
    >
      {(field, code, own) => (
        <FieldSettings
          root={root}
          types={types}
          code={code}
          field={field}
          place={own}
          isColumn={!LOOSE.includes(String(place.at.at(-1)))}
          renderFields={columns}
        />
      )}
    </NamedList>
  )
}

/** What has no column of its own: nobody searches it or sorts by it. */
const LOOSE = ['parameters', 'input', 'output', 'variables']

/** Of these, a name and a type say too little. */
const needsMore = ({ type = '' }: FieldValue): boolean =>
  ['CATEGORY', 'SYS_COLLECTION', 'TABLE'].includes(type)

const FLAGS = ['required', 'unique', 'indexed', 'searchable', 'secret'] as const

function About({ field }: { field: FieldValue }) {
  const t = useBuildTexts()
  const words: Record<string, string> = t.app.fields.types
  return (
    <>
      <span className={classes.quiet}>{words[field.type ?? ''] ?? field.type}</span>
      {FLAGS.filter((flag) => field[flag] === true).map((flag) => (
        <Badge key={flag} size="xs" variant="default" tt="none" fw={400}>
          {t.schema.keys[flag]}
        </Badge>
      ))}
    </>
  )
}
