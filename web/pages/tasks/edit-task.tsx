import { Button, CloseButton, Grid, Group, Input, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Choose } from '../../components/choose.tsx'
import { LongTextField, SelectField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import type { TaskForm } from './form.ts'
import { PRIORITIES } from './new-task.tsx'
import { cronOf, REPEATS, repeatsOf } from './repeats.ts'

type Plain = NonNullable<TaskForm['plain']>
type Entry = { key: string; number?: number; text: string }
type EditTaskProps = { task: TaskForm['task']; plain: Plain; onClose: () => void }

/** What the author of a task without a process asks for now; its performer and date have their own buttons. */
export function EditTask({ task, plain, onClose }: EditTaskProps) {
  const t = useTexts()
  const texts = t.tasks.create
  const known = repeatsOf(plain.repeats)
  const { values, set, field, modal } = useForm('tasks', 'change', {
    values: {
      name: task.name,
      description: task.description,
      priority: String(task.priority),
      watchers: task.watchers.map(({ id }) => id),
      checklist: plain.checklist.map(
        ({ number, text }): Entry => ({ key: String(number), number, text }),
      ),
      repeats: known ?? null,
    },
    request: ({ checklist, priority, repeats, ...input }) => {
      const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
      return {
        params: { id: task.id },
        input: {
          ...input,
          priority: Number(priority),
          checklist: checklist
            .filter(({ text }) => text.trim() !== '')
            .map(({ key: _, ...entry }) => entry),
          ...(repeats && repeats !== known && { repeats: cronOf(repeats, task.dueAt, zone) }),
        },
      }
    },
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.tasks.page.change}
      submit={t.frame.actions.save}
      size="lg"
      isDisabled={!values.name.trim()}
    >
      <TextField {...field('name', texts.name)} data-autofocus />
      <LongTextField {...field('description', texts.description)} />
      <Checklist entries={values.checklist} onChange={(checklist) => set({ checklist })} />
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <SelectField
            {...field('priority', texts.priority)}
            data={PRIORITIES.map((each) => ({
              value: String(each),
              label: t.tasks.priority(each),
            }))}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, xs: 6 }}>
          <SelectField
            {...field('repeats', texts.repeats)}
            // A calendar that somebody wrote by hand has no name, and stays unless another is chosen.
            placeholder={plain.repeats ?? ''}
            data={REPEATS.map((value) => ({ value, label: texts.repeat[value] }))}
          />
        </Grid.Col>
      </Grid>
      <Choose {...field('watchers', texts.watchers)} source="users" />
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
            <TextField
              flex={1}
              aria-label={t.tasks.create.entry(at + 1)}
              maxLength={500}
              value={text}
              onChange={(next) => set(key, next)}
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
