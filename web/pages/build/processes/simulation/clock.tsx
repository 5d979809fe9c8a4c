import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Action, Played } from '../../../../../src/engine/play.ts'
import { isTime } from '../../../../../src/engine/time/due.ts'
import { TextField } from '../../../../components/controls.tsx'
import { useWorkingTime } from '../../../../texts/working-time.ts'
import { useBuildTexts } from '../../texts.ts'

type ClockProps = { played: Played; onAct: (action: Action) => void }

/** The clock of the simulation stands still until somebody moves it. */
export function Clock({ played: { waiting }, onAct }: ClockProps) {
  const t = useBuildTexts().processes.simulation
  const { say, read } = useWorkingTime()
  const [time, setTime] = useState('')
  const next = waiting
    .flatMap(({ wait, due }) => (wait === 'timer' && due !== null ? [due] : []))
    .toSorted()[0]
  const isWrong = time !== '' && !isTime(read(time))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onAct({ pass: read(time) })
      }}
    >
      <Group gap="xs" align="end">
        <TextField
          size="xs"
          label={t.advance}
          placeholder={say('2 working days')}
          description={t.advanceHint}
          error={isWrong ? t.notTime : undefined}
          value={time}
          onChange={setTime}
        />
        <Button type="submit" size="xs" variant="default" disabled={time === '' || isWrong}>
          {t.pass}
        </Button>
        {next && (
          <Button size="xs" variant="default" onClick={() => onAct({ pass: next })}>
            {t.nextTimer}
          </Button>
        )}
      </Group>
    </form>
  )
}
