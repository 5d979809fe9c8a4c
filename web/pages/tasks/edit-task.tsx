import {
  Button,
  CloseButton,
  Grid,
  Group,
  Input,
  Select,
  Stack,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import type { TaskForm } from './form.ts'
import { PRIORITIES } from './new-task.tsx'
import { cronOf, REPEATS, type Repeats, repeatsOf } from './repeats.ts'

type Plain = NonNullable<TaskForm['plain']>
type Entry = { key: string; number?: number; text: string }
type EditTaskProps = { task: TaskForm['task']; plain: Plain; onClose: () => void }

/** What the author of a task without a process asks for now; its performer and date have their own buttons. */
export function EditTask({ task, plain, onClose }: EditTaskProps) {
  const t = useTexts()
  const texts = t.tasks.create
  const [name, setName] = useState(task.name)
  const [description, setDescription] = useState(task.description)
  const [priority, setPriority] = useState(task.priority)
  const [watchers, setWatchers] = useState(task.watchers.map(({ id }) => id))
  const [checklist, setChecklist] = useState<Entry[]>(
    plain.checklist.map(({ number, text }) => ({ key: String(number), number, text })),
  )
  const known = repeatsOf(plain.repeats)
  const [repeats, setRepeats] = useState<Repeats | undefined>(known)
  const change = useChange('tasks', 'change', { onDone: onClose, onFail: () => undefined })
  const save = () => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    change.mutate({
      params: { id: task.id },
      input: {
        name,
        description,
        priority,
        watchers,
        checklist: checklist
          .filter(({ text }) => text.trim() !== '')
          .map(({ number, text }) => ({ ...(number !== undefined && { number }), text })),
        ...(repeats && repeats !== known && { repeats: cronOf(repeats, task.dueAt, zone) }),
      },
    })
  }
  return (
    <FormModal
      title={t.tasks.page.change}
      submit={t.frame.actions.save}
      size="lg"
      change={change}
      onSubmit={save}
      onClose={onClose}
      isDisabled={!name.trim()}
    >
      <TextInput
        label={texts.name}
        required
        maxLength={500}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label={texts.description}
        autosize
        minRows={2}
        value={description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      <Checklist entries={checklist} onChange={setChecklist} />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Select
            label={texts.priority}
            allowDeselect={false}
            value={String(priority)}
            onChange={(value) => setPriority(Number(value))}
            data={PRIORITIES.map((each) => ({
              value: String(each),
              label: t.tasks.priority(each),
            }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <Select
            label={texts.repeats}
            allowDeselect={false}
            // A calendar that somebody wrote by hand has no name, and stays unless another is chosen.
            placeholder={plain.repeats ?? ''}
            value={repeats ?? null}
            onChange={(value) => setRepeats((value ?? 'none') as Repeats)}
            data={REPEATS.map((value) => ({ value, label: texts.repeat[value] }))}
          />
        </Grid.Col>
      </Grid>
      <Choose source="users" label={texts.watchers} ids={watchers} onPick={setWatchers} />
    </FormModal>
  )
}

type ChecklistProps = { entries: Entry[]; onChange: (entries: Entry[]) => void }

/** Entries keep what was done about them, whatever they are called now. */
function Checklist({ entries, onChange }: ChecklistProps) {
  const t = useTexts()
  const set = (key: string, text: string) =>
    onChange(entries.map((each) => (each.key === key ? { ...each, text } : each)))
  return (
    <Input.Wrapper label={t.tasks.create.checklist} labelElement="div">
      <Stack gap={6}>
        {entries.map(({ key, text }, at) => (
          <Group key={key} gap={6} wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t.tasks.create.entry(at + 1)}
              maxLength={500}
              value={text}
              onChange={({ currentTarget }) => set(key, currentTarget.value)}
            />
            <CloseButton
              aria-label={t.items.input.removeRow(at + 1)}
              onClick={() => onChange(entries.filter((each) => each.key !== key))}
            />
          </Group>
        ))}
        <div>
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.6} />}
            onClick={() => onChange([...entries, { key: crypto.randomUUID(), text: '' }])}
          >
            {t.tasks.create.addEntry}
          </Button>
        </div>
      </Stack>
    </Input.Wrapper>
  )
}
