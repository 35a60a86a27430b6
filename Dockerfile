# syntax=docker/dockerfile:1
# `docker build -t judge .`, then `docker run -p 8000:8000 judge` for the page and the API, or `docker run --rm -i judge run - < FILE.yaml` for any command.

FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY judge judge
COPY engine engine
COPY rules_db rules_db
COPY scenarios scenarios
RUN python -m venv /opt/judge \
    && /opt/judge/bin/pip install --no-cache-dir --disable-pip-version-check '.[web,mcp]' \
    && /opt/judge/bin/python -m compileall -q /opt/judge/lib \
    && /opt/judge/bin/pip uninstall -y -q pip

FROM python:3.13-slim
RUN useradd --uid 10001 --create-home --home-dir /home/judge judge
COPY --from=build /opt/judge /opt/judge
ENV PATH=/opt/judge/bin:$PATH JUDGE_HOME=/home/judge/data PYTHONUNBUFFERED=1
USER 10001
WORKDIR /home/judge
# The databases that are built on first use, so that no answer waits for them.
RUN judge rule 702.19b > /dev/null && judge card forest > /dev/null
VOLUME /home/judge/data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/api/health', timeout=4)"]
ENTRYPOINT ["judge"]
CMD ["serve", "--host", "0.0.0.0"]
