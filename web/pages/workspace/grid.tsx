import type { PageWidget } from '../../../src/areas/workplace/page-operations.ts'
import { Canvas } from './canvas.tsx'
import { placeOf } from './sizes.ts'
import { WidgetFrame } from './widget-frame.tsx'
import classes from './workspace.module.css'

/** Widgets in a grid of twelve columns; on a narrow screen below each other. */
export function Grid({ widgets }: { widgets: PageWidget[] }) {
  return (
    <Canvas>
      {widgets.map((widget, at) => (
        <div
          // The same widget may stand on a page twice.
          // biome-ignore lint/suspicious/noArrayIndexKey: widgets have no other place
          key={`${widget.code} ${at}`}
          className={classes.cell}
          style={placeOf(widget)}
        >
          <WidgetFrame widget={widget} />
        </div>
      ))}
    </Canvas>
  )
}
