import { ActionIcon, MultiSelect } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { TextField } from '../../../../components/controls.tsx'
import type { KeyPath } from '../../draft/types.ts'
import { errorAt, settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import { useFieldChoices, useStatusChoices } from '../names.ts'
import type { StatusPartProps } from '../part.ts'
import { SubjectInput } from '../subject-input.tsx'
import type { Subjects } from '../use-subjects.ts'
import classes from './statuses.module.css'

type RuleProps = StatusPartProps & {
  at: KeyPath
  /** Which of its settings name statuses, fields and subjects. */
  keys: {
    statuses: readonly ('from' | 'to' | 'in')[]
    fields: 'requires' | 'fields'
    subjects: 'by' | 'except'
  }
  subjects: Subjects
}

/** One rule about statuses: of transitions, or of locks. */
export function Rule(props: RuleProps) {
  const t = useBuildTexts().app.statuses
  const { draft, file, at, keys, subjects } = props
  const statuses = useStatusChoices(props)
  const fields = useFieldChoices(props, keys.fields === 'fields')
  const listAt = (key: string): string[] => {
    const value = settingAt({ draft, file, at: [...at, key] })
    return value === undefined ? [] : ([value].flat() as string[])
  }
  const errorIn = (key: string) =>
    draft
      .problemsAt(file, [...at, key], 'within')
      .map(({ message }) => message)
      .join('; ') || undefined
  const put = (key: string, values: string[]) =>
    draft.set(file, [...at, key], values.length > 0 ? values : undefined)
  return (
    <div className={classes.rule}>
      {keys.statuses.map((key) => (
        <MultiSelect
          key={key}
          label={t.rule[key]}
          required
          data={statuses}
          value={listAt(key)}
          error={errorIn(key)}
          onChange={(values) =>
            values.length > 0 &&
            draft.set(file, [...at, key], values.length === 1 ? values[0] : values)
          }
        />
      ))}
      <MultiSelect
        label={t.rule[keys.fields]}
        description={keys.fields === 'fields' ? t.rule.allFields : undefined}
        data={fields}
        value={listAt(keys.fields)}
        error={errorIn(keys.fields)}
        onChange={(values) => put(keys.fields, values)}
      />
      <SubjectInput
        subjects={subjects}
        label={t.rule[keys.subjects]}
        description={keys.subjects === 'by' ? t.rule.anybody : t.rule.nobody}
        withProcess
        value={listAt(keys.subjects)}
        error={errorIn(keys.subjects)}
        onChange={(values) => put(keys.subjects, values)}
      />
      <TextField
        label={t.rule.message}
        value={String(settingAt({ draft, file, at: [...at, 'message'] }) ?? '')}
        error={errorAt({ draft, file, at: [...at, 'message'] })}
        onChange={(text) => draft.set(file, [...at, 'message'], text || undefined)}
      />
      <ActionIcon
        variant="subtle"
        color="red"
        mt={24}
        aria-label={t.removeRule}
        onClick={() => draft.edit([{ file, op: 'remove', at }])}
      >
        <IconTrash size={16} stroke={1.6} />
      </ActionIcon>
    </div>
  )
}
