import { Button, Stack, Text } from '@mantine/core'
import { propertyOf } from '../schema/json-schema.ts'
import { SchemaForm } from '../schema/schema-form.tsx'
import { settingAt } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import type { AppPartProps } from './part.ts'

const AT = ['registration']

/** Documents get numbers from folders of the nomenclature. */
export function RegistrationTab({ draft, file, root }: AppPartProps) {
  const t = useBuildTexts().app.registration
  const isDocument = settingAt({ draft, file, at: ['type'] }) === 'DOCUMENT'
  const isSetUp = settingAt({ draft, file, at: AT }) !== undefined
  const start = () =>
    draft.edit([
      ...(isDocument ? [] : [{ file, op: 'set', at: ['type'], value: 'DOCUMENT' } as const]),
      { file, op: 'set', at: AT, value: { enabled: true } },
    ])
  if (!isSetUp) {
    return (
      <Stack align="flex-start" gap="xs">
        <Text size="sm">{t.none}</Text>
        {!isDocument && (
          <Text size="sm" c="var(--quiet)">
            {t.makesDocument}
          </Text>
        )}
        <Button onClick={start}>{t.start}</Button>
      </Stack>
    )
  }
  return (
    <Stack gap="md" maw={640}>
      <Text size="sm" c="var(--quiet)">
        {t.hint}
      </Text>
      <SchemaForm
        root={root}
        schema={propertyOf(root, root, 'registration')}
        place={{ draft, file, at: AT }}
      />
      <div>
        <Button variant="default" onClick={() => draft.set(file, AT, undefined)}>
          {t.stop}
        </Button>
      </div>
    </Stack>
  )
}
