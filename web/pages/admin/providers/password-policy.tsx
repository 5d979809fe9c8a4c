import { Alert, Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { idsOf } from '../../../fields/linked.tsx'
import { plainField } from '../../../fields/plain-field.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { Section } from '../../apps/item/section.tsx'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'

type Policy = ReplyOf<'providers', 'getPolicy'>['policy']

export function PasswordPolicy() {
  const t = useTexts().admin.providers
  const { data } = useApi('providers', 'getPolicy', {})
  return <Section title={t.passwords}>{data && <PolicyForm policy={data.policy} />}</Section>
}

function PolicyForm({ policy }: { policy: Policy }) {
  const t = useTexts()
  const texts = t.admin.providers
  const [given, setGiven] = useState(policy)
  const save = useChange('providers', 'savePolicy', { onFail: () => undefined })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ input: given })
      }}
    >
      <Stack gap="sm" maw={520}>
        {save.error && (
          <Alert color="red" variant="light" role="alert">
            {save.error.message}
          </Alert>
        )}
        <Select
          aria-label={texts.passwords}
          allowDeselect={false}
          value={given.passwords}
          data={Object.entries(texts.passwordsOf).map(([value, label]) => ({ value, label }))}
          onChange={(next) => setGiven({ ...given, passwords: next as Policy['passwords'] })}
        />
        <FieldInput
          field={plainField('SYS_USER', texts.emergency, { array: true, single: false })}
          label={texts.emergency}
          value={given.emergencyAccounts}
          onChange={(picked) => setGiven({ ...given, emergencyAccounts: idsOf(picked) })}
        />
        <Text className={classes.hint}>{texts.emergencyHint}</Text>
        <div>
          <Button type="submit" variant="default" loading={save.isPending}>
            {t.frame.actions.save}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
