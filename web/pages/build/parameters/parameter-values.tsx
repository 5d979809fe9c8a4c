import { Button, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Shown } from '../../../components/states.tsx'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { useBuildTexts } from '../texts.ts'
import { SetValue } from './set-value.tsx'

type Known = ReplyOf<'parameters', 'get'>

const HIDDEN = '••••••••'

type ParameterValuesProps = {
  namespace: string
  /** Whether the draft says something else than what is published. */
  isChanged: boolean
}

/** The values that hold now, each to be set by whoever may. */
export function ParameterValues({ namespace, isChanged }: ParameterValuesProps) {
  const t = useBuildTexts().parameters
  const asked = useApi('parameters', 'get', { params: { namespace } })
  return (
    <section aria-label={t.values}>
      <Title order={3} size="h5">
        {t.values}
      </Title>
      <Text size="xs" c="var(--quiet)" mb="xs">
        {isChanged ? t.valuesChanged : t.valuesHint}
      </Text>
      <Shown of={asked}>{(known) => <Values namespace={namespace} known={known} />}</Shown>
    </section>
  )
}

function Values({ namespace, known }: { namespace: string; known: Known }) {
  const t = useBuildTexts().parameters
  const { fields, parameters, set, secrets, maySet } = known
  const [chosen, choose] = useState<string>()
  const field = fields.find(({ code }) => code === chosen)
  const columns: Column<Field>[] = [
    { key: 'name', title: t.parameter, cell: ({ view }) => view.name },
    {
      key: 'value',
      title: t.value,
      cell: (each) =>
        secrets.includes(each.code) && set.includes(each.code) ? (
          HIDDEN
        ) : (
          <FieldValue field={each} value={parameters[each.code]} />
        ),
    },
    {
      key: 'origin',
      title: t.origin,
      isTight: true,
      cell: ({ code }) => {
        if (set.includes(code)) return t.isSet
        return secrets.includes(code) ? t.isMissing : t.isDefault
      },
    },
  ]
  const change: Column<Field> = {
    key: 'change',
    title: t.change,
    isAction: true,
    cell: ({ code, view }) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t.changeOf(view.name)}
        onClick={() => choose(code)}
      >
        {t.change}
      </Button>
    ),
  }
  return (
    <>
      <ListTable
        label={t.values}
        columns={maySet ? [...columns, change] : columns}
        rows={fields}
        idOf={({ code }) => code}
        empty={<Text size="sm">{t.none}</Text>}
        hasCards
      />
      {!maySet && <Text size="sm">{t.refused}</Text>}
      {field && (
        <SetValue
          namespace={namespace}
          field={field}
          current={parameters[field.code]}
          isSet={set.includes(field.code)}
          isSecret={secrets.includes(field.code)}
          onClose={() => choose(undefined)}
        />
      )}
    </>
  )
}
