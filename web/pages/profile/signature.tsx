import { Button, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { useDayTexts } from '../../texts/day.ts'
import classes from './profile.module.css'

export function Signature({ text }: { text: string }) {
  const t = useDayTexts().profile
  const [signature, setSignature] = useState(text)
  const save = useChange('users', 'saveProfile', {
    onDone: () => notifications.show({ message: t.saved }),
  })
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ input: { signature } })
      }}
    >
      <Textarea
        label={t.signature}
        description={t.signatureHint}
        autosize
        minRows={2}
        maxLength={2000}
        value={signature}
        onChange={({ currentTarget }) => setSignature(currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        disabled={signature === text}
        className={classes.button ?? ''}
      >
        {t.saveSignature}
      </Button>
    </form>
  )
}
