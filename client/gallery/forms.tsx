import { useState } from 'react';
import { RefusalError } from '../lib/api';
import { Button } from '../ui/Button';
import { CodeField } from '../ui/CodeField';
import CountryList from '../ui/CountryList';
import { CountrySelect } from '../ui/CountrySelect';
import { DecimalInput } from '../ui/DecimalInput';
import {
  AgreementField,
  CheckField,
  FieldFrame,
  PasswordField,
  PasswordStrength,
  SelectField,
  TextField,
} from '../ui/fields';
import { Form } from '../ui/Form';
import { ImageField } from '../ui/ImageField';
import { PercentSlider } from '../ui/PercentSlider';
import { useForm } from '../ui/use-form';
import type { Specimen } from './specimen';

const PURPOSES = [
  { value: 'saving', label: 'Saving' },
  { value: 'trading', label: 'Trading' },
];

function WholeForm() {
  const form = useForm({
    initial: { account: 'anna', password: 'kumquat-Tree', country: '', purpose: '', code: '', agree: '', rules: '' },
    send: () =>
      Promise.reject(
        new RefusalError(1, 'This account is taken.', {
          refusal: 'account.credentials-wrong',
          params: {},
          field: 'account',
        }),
      ),
  });
  return (
    <Form handle={form} label="A whole form" actions={<Button type="submit">Send</Button>}>
      <TextField label="Account" hint="E-mail or phone" {...form.field('account')} />
      <PasswordField label="Password" withStrength autoComplete="new-password" {...form.field('password')} />
      <CountrySelect label="Country" {...form.field('country')} />
      <SelectField label="Purpose" options={PURPOSES} {...form.field('purpose')} />
      <CodeField
        label="Verification code"
        onSend={() => Promise.resolve({ resendSeconds: 60, delivery: 'kept' })}
        {...form.field('code')}
      />
      <CheckField label="I have read the user agreement." {...form.field('agree')} />
      <AgreementField label="I agree to version 3 of the rules." version={3} {...form.field('rules')} />
    </Form>
  );
}

function Wrong() {
  const [value, setValue] = useState('anna@');
  return (
    <TextField label="E-mail" name="email" value={value} onChange={setValue} error="This is no e-mail address yet." />
  );
}

function Image() {
  const [file, setFile] = useState<File | null>(null);
  return <ImageField label="Front of the document" name="front" file={file} onChange={setFile} />;
}

function Decimal() {
  const [value, setValue] = useState('0.25');
  return (
    <DecimalInput
      label="Quantity"
      unit="BTC"
      name="quantity"
      value={value}
      onChange={setValue}
      decimals={4}
      step="0.1"
    />
  );
}

function Slider() {
  const [percent, setPercent] = useState(25);
  return <PercentSlider label="Share of the balance" value={percent} onChange={setPercent} />;
}

export const FORM_SPECIMENS: readonly Specimen[] = [
  {
    of: [
      Form.name,
      TextField.name,
      PasswordField.name,
      SelectField.name,
      CountrySelect.name,
      CountryList.name,
      CodeField.name,
      CheckField.name,
      AgreementField.name,
    ],
    show: WholeForm,
  },
  {
    of: [FieldFrame.name],
    show: Wrong,
  },
  {
    of: [PasswordStrength.name],
    show: () =>
      ['abc', 'kumquat', 'kumquat tree 41 Rain'].map((each) => <PasswordStrength key={each} password={each} />),
  },
  { of: [ImageField.name], show: Image },
  { of: [DecimalInput.name], show: Decimal },
  { of: [PercentSlider.name], show: Slider },
];
