import type { TFunction } from 'i18next';
import { isValidPhoneNumber, type CountryCode } from 'libphonenumber-js/min';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { getCode, userRegister } from '../../../contracts/account.calls';
import { InvitationField } from '../../app/InvitationField';
import { safeReturn } from '../../app/routes';
import { api, QUIET, refusedAt } from '../../lib/api';
import { countryName } from '../../lib/countries';
import { timeZoneHere } from '../../lib/device';
import { useFormat } from '../../lib/format';
import { INVITATION_CODE_MAX, useInvitationCode } from '../../lib/invitation-code';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { CountrySelect } from '../../ui/CountrySelect';
import { Form } from '../../ui/Form';
import { Tabs } from '../../ui/Tabs';
import { CheckField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { enter } from './entering';
import { NewPasswordFields, useNewPasswordCheck } from './NewPasswordFields';
import styles from './LoginScreen.module.css';

const EMPTY = {
  by: 'email',
  email: '',
  phone: '',
  country: '',
  code: '',
  password: '',
  confirmPassword: '',
  invitationCode: '',
  agreement: '',
};
type Values = typeof EMPTY;
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/;

/** `/register`: by e-mail or phone. What is typed outlives a reload, passwords and code do not. */
export default function RegisterScreen() {
  const { t } = useTranslation('account');
  return (
    <div className={styles.single}>
      <section className={styles.card} aria-labelledby="register">
        <h1 id="register">{t('register.title')}</h1>
        <p className={styles.lead}>{t('register.lead')}</p>
        <RegisterForm />
        <p className={styles.links}>
          <span>{t('register.haveOne')}</span>
          <Link to="/login">{t('password.submit')}</Link>
        </p>
      </section>
    </div>
  );
}

function RegisterForm() {
  const { t } = useTranslation('account');
  const form = useRegisterForm();
  const { values } = form;
  const by = values.by === 'phone' ? 'phone' : 'email';
  return (
    <Form
      handle={form}
      label={t('register.title')}
      actions={
        <Button type="submit" size="l" wide busy={form.busy}>
          {t('register.submit')}
        </Button>
      }
    >
      <Tabs
        label={t('register.by')}
        look="pills"
        tabs={[
          { value: 'email', label: t('register.email') },
          { value: 'phone', label: t('register.phone') },
        ]}
        value={by}
        onChange={form.field('by').onChange}
      />
      <CountrySelect label={t('register.country')} hint={t('register.countryHint')} {...form.field('country')} />
      {by === 'email' ? (
        <TextField label={t('register.emailAddress')} type="email" autoComplete="email" {...form.field('email')} />
      ) : (
        <PhoneField form={form} country={values.country} />
      )}
      <CodeField
        label={t('code.label')}
        hint={t('code.hint')}
        onSend={() => requestCode(form, t)}
        {...form.field('code')}
      />
      <NewPasswordFields form={form} />
      <InvitationField {...form.field('invitationCode')} />
      <CheckField
        label={
          <>
            {t('register.agree')}{' '}
            <Link to="/agrt?id=3" target="_blank" rel="noopener">
              {t('register.readAgreement')}
            </Link>
          </>
        }
        {...form.field('agreement')}
      />
    </Form>
  );
}

function PhoneField({ form, country }: { form: ReturnType<typeof useRegisterForm>; country: string }) {
  const { t } = useTranslation('account');
  const { tag } = useFormat();
  const hint =
    country === '' ? t('register.phoneHintAny') : t('register.phoneHint', { country: countryName(country, tag) });
  return (
    <TextField
      label={t('register.phoneNumber')}
      hint={hint}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      {...form.field('phone')}
    />
  );
}

function useRegisterForm() {
  const { t } = useTranslation('account');
  const [search] = useSearchParams();
  const go = useNavigate();
  const checkPasswords = useNewPasswordCheck();
  const invitation = useInvitationCode();
  return useForm({
    initial: { ...EMPTY, invitationCode: search.get('code')?.slice(0, INVITATION_CODE_MAX) ?? '' },
    draft: { name: 'register', keep: ['by', 'email', 'phone', 'country', 'invitationCode', 'agreement'] },
    check: (values: Values) => ({
      ...addressProblem(values, t),
      ...(values.country === '' && { country: t('register.countryEmpty') }),
      ...(values.code === '' && { code: t('code.empty') }),
      ...checkPasswords(values),
      ...invitation.check(values),
      ...(values.agreement === '' && { agreement: t('register.agreementEmpty') }),
    }),
    send: async ({ by, email, phone, ...rest }) => {
      const field = by === 'phone' ? 'phone' : 'email';
      const account = field === 'phone' ? phone : email;
      enter(await refusedAt(field, api.call(userRegister, { ...rest, account, timeZone: timeZoneHere() }, QUIET)));
      void go(safeReturn(search.get('from')), { replace: true });
    },
  });
}

function requestCode({ values, checkAndSend }: ReturnType<typeof useRegisterForm>, t: TFunction<'account'>) {
  const by = values.by === 'phone' ? 'phone' : 'email';
  const { country } = values;
  return checkAndSend(addressProblem(values, t), () =>
    refusedAt(by, api.call(getCode, { purpose: 'register', account: values[by], country })),
  );
}

function addressProblem({ by, email, phone, country }: Values, t: TFunction<'account'>): Partial<Values> {
  if (by !== 'phone') {
    if (email.trim() === '') return { email: t('register.emailEmpty') };
    return MAIL.test(email.trim()) ? {} : { email: t('register.emailWrong') };
  }
  if (phone.trim() === '') return { phone: t('register.phoneEmpty') };
  const code = country === '' ? undefined : (country as CountryCode);
  return isValidPhoneNumber(phone.replace(/^\s*00/, '+'), code) ? {} : { phone: t('register.phoneWrong') };
}
