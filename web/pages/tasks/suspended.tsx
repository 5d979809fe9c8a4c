import { Alert } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { Link } from 'react-router'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

/** Why the buttons of a task would be refused: nothing happens in its process. */
export function Suspended({ at, instance }: { at: string | null; instance: string }) {
  const t = useTexts().tasks.page
  if (!at) return null
  return (
    <Alert color="orange" icon={<IconPlayerPause size={16} stroke={1.6} />} role="status" mb="sm">
      <Link to={links.instance(instance)} className="link">
        {t.suspended}
      </Link>{' '}
      (<When at={at} />
      ). {t.suspendedHint}
    </Alert>
  )
}
