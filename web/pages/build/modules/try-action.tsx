import { Alert, Button, Code, Select, Stack, Text, Title } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { FieldInput, FieldValue } from '../../../fields/registry.tsx'
import { useTold } from '../../../texts/told.ts'
import { toField } from '../app/draft-fields.ts'
import { useBuildTexts } from '../texts.ts'
import type { ModulePartProps } from './module-value.ts'
import classes from './modules.module.css'

type Run = ReplyOf<'processes', 'runAction'>['run']

/** Runs an action as it is published, with values that are filled in here. */
export function TryAction({ value, code, draft, file }: ModulePartProps & { code: string }) {
  const t = useBuildTexts().modules.runs
  const actions = Object.entries(value.actions ?? {}).filter(([, each]) => each?.script)
  const [chosen, setChosen] = useState<string>()
  const [given, setGiven] = useState<Record<string, unknown>>({})
  const queries = useQueryClient()
  const run = useChange('processes', 'runAction', {
    onDone: () => void queries.invalidateQueries({ queryKey: ['audit'] }),
  })
  const action = chosen ?? actions[0]?.[0]
  if (action === undefined) return <Text size="sm">{t.noActions}</Text>
  const { input = {}, output = {} } = value.actions?.[action] ?? {}
  const isChanged = draft.files[file]?.state !== 'same'
  const choose = (next: string) => {
    setChosen(next)
    setGiven({})
    run.reset()
  }
  return (
    <section aria-label={t.try}>
      <Title order={3} size="h5">
        {t.try}
      </Title>
      <Text size="xs" c="var(--quiet)" mb="xs">
        {isChanged ? t.tryChanged : t.tryHint}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run.mutate({ params: { module: code, action }, input: { context: given } })
        }}
      >
        <Stack gap="sm" maw={640}>
          <Select
            label={t.action}
            data={actions.map(([own, each]) => ({ value: own, label: each?.name ?? own }))}
            value={action}
            allowDeselect={false}
            onChange={(next) => next && choose(next)}
          />
          {Object.entries(input).map(([own, field]) => (
            <FieldInput
              key={`${action} ${own}`}
              field={toField(own, field ?? {})}
              label={field?.name ?? own}
              value={given[own]}
              onChange={(next) => setGiven({ ...given, [own]: next })}
            />
          ))}
          <Button
            type="submit"
            variant="default"
            loading={run.isPending}
            leftSection={<IconPlayerPlay size={15} aria-hidden />}
            className={classes.start ?? ''}
          >
            {t.run}
          </Button>
          {run.error && <Failed message={run.error.message} />}
          {run.data && <Result run={run.data.run} output={output} />}
        </Stack>
      </form>
    </section>
  )
}

type ResultProps = { run: Run; output: Record<string, { name?: string } | null> }

function Result({ run: { output, failure, milliseconds }, output: fields }: ResultProps) {
  const t = useBuildTexts().modules.runs
  if (failure) return <Failed message={failure.message} milliseconds={milliseconds} />
  return (
    <Alert color="green" variant="light" title={`${t.done} · ${t.milliseconds(milliseconds)}`}>
      {Object.entries(output ?? {}).map(([code, value]) => (
        <div key={code}>
          <Text span size="sm" fw={500}>
            {fields[code]?.name ?? code}:
          </Text>{' '}
          {fields[code] ? (
            <FieldValue field={toField(code, fields[code])} value={value} />
          ) : (
            <Code>{JSON.stringify(value)}</Code>
          )}
        </div>
      ))}
    </Alert>
  )
}

function Failed({ message, milliseconds }: { message: string; milliseconds?: number }) {
  const t = useBuildTexts().modules.runs
  const say = useTold()
  const time = milliseconds === undefined ? '' : ` · ${t.milliseconds(milliseconds)}`
  return (
    <Alert color="red" variant="light" title={`${t.failed}${time}`}>
      {say(message)}
    </Alert>
  )
}
