export const SHORTEST_PASSWORD = 10
/** `aaaaaaaaaa` is long but easy to guess. */
export const FEWEST_CHARACTERS = 5

/** Why a new password is refused. The console has translations. */
export const PASSWORD_PROBLEMS = {
  short: `expected at least ${SHORTEST_PASSWORD} characters`,
  plain: `expected at least ${FEWEST_CHARACTERS} different characters`,
  own: 'expected more than the login, the name, the address, the product or a year',
  common: 'this is one of the passwords that are guessed first',
  same: 'expected another one than the current password',
}

export const WRONG_PASSWORD = 'the current password is wrong'

export const GUESTS_USE_LINKS =
  'guests come in with a link from their mail: ask for one on the page for guests'

export const PASSWORDS_ARE_CLOSED =
  'passwords are closed here: sign in with the provider of your company'
