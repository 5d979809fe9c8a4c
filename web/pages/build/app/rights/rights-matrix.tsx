import { ActionIcon, Checkbox, Group, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTexts } from '../../../admin/texts.ts'
import { type SettingPath, settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import classes from '../app.module.css'
import type { Subjects } from '../use-subjects.ts'
import { AddSubject } from './add-subject.tsx'

type RightsMatrixProps = {
  place: SettingPath
  label: string
  rights: readonly string[]
  subjects: Subjects
  /** One of several: with its name above, and to be taken away as a whole. */
  hasTitle?: boolean
}

/** Who × what: a tick gives a right. */
export function RightsMatrix(props: RightsMatrixProps) {
  const t = useBuildTexts().app.rights
  const { place, label, subjects, hasTitle = false } = props
  const { draft, file, at } = place
  const given = (settingAt(place) ?? {}) as Record<string, string[]>
  const remove = () => draft.edit([{ file, op: 'remove', at }])
  return (
    <>
      {hasTitle && (
        <Group gap={6} mt="sm">
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <ActionIcon variant="subtle" color="gray" aria-label={t.open(label)} onClick={remove}>
            <IconTrash size={14} stroke={1.6} />
          </ActionIcon>
        </Group>
      )}
      {Object.keys(given).length > 0 && <Table {...props} given={given} />}
      <AddSubject
        label={hasTitle ? t.addToField(label) : t.add}
        subjects={subjects}
        taken={Object.keys(given)}
        isRole={!hasTitle}
        onAdd={(subject) =>
          draft.edit([{ file, op: 'set', at: [...at, subject], value: ['read'] }])
        }
      />
    </>
  )
}

type TableProps = RightsMatrixProps & { given: Record<string, string[]> }

function Table({ place, label, rights, subjects, given }: TableProps) {
  const t = useBuildTexts().app.rights
  const words: Record<string, string> = useTexts().admin.access.rights
  const { draft, file, at } = place
  const toggle = (subject: string, right: string) => {
    const now = given[subject] ?? []
    const next = rights.filter((each) => now.includes(each) !== (each === right))
    const path = [...at, subject]
    draft.edit([
      next.length > 0
        ? { file, op: 'set', at: path, value: next }
        : { file, op: 'remove', at: path },
    ])
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <table className={classes.matrix} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t.who}</th>
            {rights.map((right) => (
              <th key={right} scope="col">
                {words[right] ?? right}
              </th>
            ))}
            <th aria-label={t.remove} />
          </tr>
        </thead>
        <tbody>
          {Object.entries(given).map(([subject, own]) => (
            <tr key={subject}>
              <th scope="row">
                {subjects.nameOf(subject)}
                {subjects.nameOf(subject) !== subject && (
                  <Text size="xs" c="var(--quiet)">
                    {subject}
                  </Text>
                )}
                <Wrong place={place} subject={subject} />
              </th>
              {rights.map((right) => (
                <td key={right}>
                  <Checkbox
                    size="xs"
                    aria-label={t.cell(subjects.nameOf(subject), words[right] ?? right)}
                    checked={(own ?? []).includes(right)}
                    onChange={() => toggle(subject, right)}
                  />
                </td>
              ))}
              <td>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t.removeOf(subjects.nameOf(subject))}
                  onClick={() => draft.edit([{ file, op: 'remove', at: [...at, subject] }])}
                >
                  <IconTrash size={14} stroke={1.6} />
                </ActionIcon>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Wrong({ place: { draft, file, at }, subject }: { place: SettingPath; subject: string }) {
  const problems = draft.problemsAt(file, [...at, subject], 'within')
  return problems.map(({ message }) => (
    <Text key={message} size="xs" c="var(--mantine-color-error)">
      {message}
    </Text>
  ))
}
