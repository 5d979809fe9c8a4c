import { Anchor, Button, FileButton, Group, Text } from '@mantine/core'
import { IconFile, IconPaperclip, IconPencil } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { callOf, refresh, useChange } from '../../api.ts'
import { Confirm } from '../../components/confirm.tsx'
import { CheckboxField } from '../../components/controls.tsx'
import { sizeText } from '../../components/size-text.ts'
import { useForm } from '../../components/use-form.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { isOpen, type TaskForm } from './form.ts'
import { repeatsOf } from './repeats.ts'
import classes from './task.module.css'
import { uploadOwn } from './upload-own.ts'

const EditTask = lazy(async () => ({ default: (await import('./edit-task.tsx')).EditTask }))

type Plain = NonNullable<TaskForm['plain']>
type PlainTaskProps = { form: TaskForm; plain: Plain }

/** What only a task without a process has: a checklist, files, an author who may withdraw it. */
export function PlainTask({ form, plain }: PlainTaskProps) {
  const t = useTexts().tasks
  const { id } = form.task
  const canWork = isOpen(form) && form.canSubmit
  const check = useChange('tasks', 'check')
  // What was just clicked is so until the server says something else. A pending change is
  // known a moment after the click only, and until then the box would fall back.
  const [asked, setAsked] = useState<Record<number, boolean>>({})
  const tick = (number: number, isDone: boolean) => {
    setAsked((now) => ({ ...now, [number]: isDone }))
    check.mutateAsync({ params: { id }, input: { number, isDone } }).then(forget, forget)
    function forget() {
      setAsked(({ [number]: _, ...others }) => others)
    }
  }
  const [isChanging, setChanging] = useState(false)
  const [isWithdrawing, setWithdrawing] = useState(false)
  const repeats = repeatsOf(plain.repeats)
  return (
    <>
      {plain.checklist.length > 0 && (
        <fieldset className={classes.checklist}>
          <legend className={classes.heading}>{t.create.checklist}</legend>
          {plain.checklist.map(({ number, text, doneAt, doneBy }) => (
            <CheckboxField
              key={number}
              label={text}
              description={doneBy?.name}
              value={asked[number] ?? doneAt !== null}
              disabled={!canWork}
              onChange={(isDone) => tick(number, isDone)}
            />
          ))}
        </fieldset>
      )}
      <Files form={form} plain={plain} />
      {plain.repeats !== null && (
        <Text size="sm" c="var(--quiet)">
          {t.create.repeats}: {repeats ? t.create.repeat[repeats] : plain.repeats}
        </Text>
      )}
      {isOpen(form) && plain.canChange && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPencil size={14} stroke={1.6} aria-hidden />}
            onClick={() => setChanging(true)}
          >
            {t.page.change}
          </Button>
          <Button variant="default" size="xs" onClick={() => setWithdrawing(true)}>
            {t.page.withdraw}
          </Button>
        </Group>
      )}
      {isChanging && (
        <Suspense>
          <EditTask task={form.task} plain={plain} onClose={() => setChanging(false)} />
        </Suspense>
      )}
      {isWithdrawing && <Withdraw form={form} onClose={() => setWithdrawing(false)} />}
    </>
  )
}

function Withdraw({ form: { task }, onClose }: { form: TaskForm; onClose: () => void }) {
  const t = useTexts().tasks
  const params = { id: task.id }
  const { modal } = useForm('tasks', 'cancel', { params, values: {}, onClose })
  return (
    <Confirm
      {...modal}
      title={t.page.withdraw}
      text={t.page.withdrawText(task.name)}
      action={t.page.withdraw}
    />
  )
}

function Files({ form, plain }: PlainTaskProps) {
  const t = useTexts().tasks
  const language = useLanguage()
  const me = useMe()
  const queries = useQueryClient()
  const attach = useMutation({
    mutationFn: async (files: File[]) =>
      callOf(
        'tasks',
        'attach',
      )({
        params: { id: form.task.id },
        input: { files: await uploadOwn(me.id, files) },
      }),
    onSettled: () => refresh(queries, ['task', 'file']),
  })
  const canAttach = isOpen(form) && form.canSubmit
  if (plain.files.length === 0 && !canAttach) return null
  return (
    <section aria-label={t.create.files}>
      {plain.files.map(({ id, name, size }) => (
        <Group key={id} gap={6}>
          <IconFile size={16} stroke={1.6} aria-hidden />
          <Anchor component={Link} to={links.file(id)} size="sm">
            {name}
          </Anchor>
          <Text size="xs" c="var(--quiet)">
            {sizeText(size, language)}
          </Text>
        </Group>
      ))}
      {canAttach && (
        <FileButton multiple onChange={(files) => files.length > 0 && attach.mutate(files)}>
          {(props) => (
            <Button
              {...props}
              mt={6}
              size="xs"
              variant="default"
              loading={attach.isPending}
              leftSection={<IconPaperclip size={16} stroke={1.6} aria-hidden />}
            >
              {t.page.attach}
            </Button>
          )}
        </FileButton>
      )}
    </section>
  )
}
