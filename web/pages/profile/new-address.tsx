import { Alert, Button } from '@mantine/core'
import { useApi, useChange } from '../../api.ts'
import { useDayTexts } from '../../texts/day.ts'

/** Asks whether an address that somebody else has just changed is one's own. */
export function NewAddress() {
  const t = useDayTexts().profile
  const { data, refetch } = useApi('access', 'getMyAddress', {})
  const confirm = useChange('access', 'confirmMyAddress', { onDone: () => void refetch() })
  if (!data?.newUntil || data.email === '') return null
  return (
    <Alert mt="sm">
      {t.newAddress(data.email)}
      <Button
        display="block"
        mt="xs"
        size="compact-sm"
        variant="default"
        loading={confirm.isPending}
        onClick={() => confirm.mutate({ input: { email: data.email } })}
      >
        {t.confirmAddress}
      </Button>
    </Alert>
  )
}
