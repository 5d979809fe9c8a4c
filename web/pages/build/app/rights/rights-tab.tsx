import { Button, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Empty } from '../../../../components/states.tsx'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import { useFieldChoices } from '../names.ts'
import type { AppPartProps } from '../part.ts'
import { useSubjects } from '../use-subjects.ts'
import { AddRestriction } from './add-restriction.tsx'
import { RightsMatrix } from './rights-matrix.tsx'

const RIGHTS = ['read', 'create', 'update', 'delete', 'import', 'export', 'manage']
const FIELD_RIGHTS = ['read', 'update']
const EVERYBODY = { 'group:all_users': ['read', 'create', 'update'] }

/** Who may do what with the items, and with single fields of them. */
export function RightsTab(props: AppPartProps) {
  const t = useBuildTexts().app.rights
  const { draft, file } = props
  const subjects = useSubjects(draft)
  const fields = useFieldChoices(props)
  const limited = Object.keys((settingAt({ draft, file, at: ['fieldRights'] }) ?? {}) as object)
  const given = (settingAt({ draft, file, at: ['rights'] }) ?? {}) as object
  const nameOf = (code: string) => fields.find(({ value }) => value === code)?.label ?? code
  return (
    <Stack gap="lg">
      <section aria-label={t.title}>
        <Text size="sm" c="var(--quiet)" mb="xs">
          {t.hint}
        </Text>
        {Object.keys(given).length === 0 && (
          <Empty icon={IconLock} title={t.none.title} hint={t.none.hint}>
            <Button onClick={() => draft.set(file, ['rights'], EVERYBODY)}>{t.none.action}</Button>
          </Empty>
        )}
        <RightsMatrix
          place={{ draft, file, at: ['rights'] }}
          label={t.title}
          rights={RIGHTS}
          subjects={subjects}
        />
      </section>
      <section aria-label={t.fields}>
        <Title order={2} mb={4}>
          {t.fields}
        </Title>
        <Text size="sm" c="var(--quiet)" mb="xs">
          {t.fieldsHint}
        </Text>
        {limited.map((code) => (
          <RightsMatrix
            key={code}
            place={{ draft, file, at: ['fieldRights', code] }}
            label={nameOf(code)}
            rights={FIELD_RIGHTS}
            subjects={subjects}
            hasTitle
          />
        ))}
        <AddRestriction
          {...props}
          fields={fields.filter(({ value }) => !limited.includes(value))}
        />
      </section>
    </Stack>
  )
}
