import type { SignInRefusal } from '../../../src/lib/sign-in-refusals.ts'

const refusals: Record<SignInRefusal, string> = {
  attempt_unknown:
    'This sign-in was not started in this browser, took too long or is over. Start again.',
  provider_refused: 'The provider did not sign you in.',
  provider_failed: 'The provider cannot be reached, or its answer is not valid. Try again later.',
  no_account: 'You have no account here. Ask an administrator to create one.',
  unverified_email:
    'The provider does not confirm that your e-mail address is yours. Sign in with your password and link the account in your profile.',
  no_email:
    'The provider does not tell your e-mail address, which is needed here. Ask your administrator.',
  foreign_domain: 'Addresses of your domain are not admitted here. Ask an administrator.',
  not_in_group: 'You are not in the group that is admitted here. Ask your administrator.',
  administrator_by_hand:
    'Accounts of administrators are linked by hand only. Sign in with your password and link the account in your profile.',
  ambiguous_email: 'Several accounts have your e-mail address. Ask an administrator.',
  new_email:
    'Your e-mail address here was changed less than 72 hours ago. Confirm it in your profile, or ask an administrator.',
  ambiguous_external_id:
    'Several accounts were provisioned with your external id. Ask an administrator.',
  new_external_id:
    'Your external id here was changed by provisioning less than 72 hours ago. Sign in another way and link the account in your profile, or ask an administrator.',
  linked_otherwise:
    'Your account here is linked to another account of this provider. Ask an administrator to unlink it.',
  blocked: 'Your account is blocked or deleted. Ask an administrator.',
  login_taken: 'Somebody else has your login here. Ask an administrator.',
  linked_elsewhere: 'This account of the provider is linked to somebody else.',
  wrong_password: 'Wrong login or password.',
  password_expired:
    'Your password has expired or has to be changed. Change it in the directory of your company, such as at your computer there, and sign in again.',
  sign_in_restricted:
    'The directory of your company does not let you sign in now or from here. Ask your administrator.',
}

export const providerReturn = {
  title: 'You are not signed in',
  unknown: 'There is no provider at this address, or it is disabled. Ask an administrator.',
  again: 'Try again',
  begin: (provider: string | undefined) =>
    provider === undefined ? 'Sign in' : `Sign in with ${provider}`,
  notSignedOut: 'The provider could not sign you out here',
  back: 'Back to the sign-in page',
  confirmed: 'It is you',
  closeTab: 'Go back to the tab in which you were working, and close this one.',
  refusals,
}
