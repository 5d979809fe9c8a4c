import { ActionIcon, Button, Stack, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField } from '../../../components/controls.tsx'
import { codeOf } from '../code-of.ts'
import { CodeArea } from '../processes/controls/code-area.tsx'
import { RenameButton } from '../shell/rename.tsx'
import { useBuildTexts } from '../texts.ts'
import { functionsIn } from './functions.ts'
import { firstProgram, type ModulePartProps } from './module-value.ts'
import classes from './modules.module.css'

/** The programs of a module, as texts. */
export function ProgramsTab(props: ModulePartProps) {
  const t = useBuildTexts().modules
  const codes = Object.keys(props.value.scripts ?? {})
  return (
    <Stack gap="lg">
      <Text size="xs" c="var(--quiet)" maw={720}>
        {t.programHint}
      </Text>
      {codes.map((code) => (
        <Program key={code} {...props} code={code} />
      ))}
      <AddProgram {...props} taken={codes} />
    </Stack>
  )
}

function Program({ draft, file, value, code }: ModulePartProps & { code: string }) {
  const t = useBuildTexts().modules
  const at = ['scripts', code]
  const text = value.scripts?.[code] ?? ''
  const functions = functionsIn(text)
  const problems = draft
    .problemsAt(file, at)
    .map(({ inside, message }) => ({ line: inside?.line, message }))
  return (
    <section className={classes.program} aria-label={t.program(code)}>
      <CodeArea
        label={t.program(code)}
        rows={12}
        value={text}
        problems={problems}
        onChange={(next) => draft.set(file, at, next)}
      />
      <div className={classes.corner}>
        <RenameButton place={{ draft, file, at }} code={code} />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="xs"
          aria-label={t.removeProgram(code)}
          onClick={() => draft.edit([{ file, op: 'remove', at }])}
        >
          <IconTrash size={14} stroke={1.6} />
        </ActionIcon>
      </div>
      <Text size="xs" c="var(--quiet)" mt={4}>
        {functions.length > 0 ? t.functions(functions.join(', ')) : t.noFunctions}
      </Text>
    </section>
  )
}

function AddProgram({ draft, file, taken }: ModulePartProps & { taken: string[] }) {
  const t = useBuildTexts().modules
  const [name, setName] = useState('')
  const add = () => {
    const code = codeOf(name.trim(), taken, 'program')
    if (!name.trim()) return
    draft.edit([{ file, op: 'set', at: ['scripts', code], value: firstProgram(t) }])
    setName('')
  }
  return (
    <form
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField label={t.newProgram} value={name} onChange={setName} />
      <Button type="submit" variant="default" leftSection={<IconPlus size={15} aria-hidden />}>
        {t.addProgram}
      </Button>
    </form>
  )
}
