import classes from '../diagram/diagram.module.css'

export const HeatBadge = ({ text }: { text: string }) => (
  <span className={classes.badge} data-calm>
    {text}
  </span>
)
